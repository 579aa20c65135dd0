import { Link } from "wouter";
import { useHref } from "../../project/project";
import type { RunSummary } from "../../domain/runs/runCommands";
import { waitingText } from "../../domain/runs/waitingText";
import { Money } from "../../parts/Money";
import { SelectBox } from "../../parts/SelectBox";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { Ago, Duration } from "../../parts/Time";
import type { useRowKeys } from "../../parts/useRowKeys";
import style from "./RunsPage.module.css";

interface Props {
  run: RunSummary;
  isSelected: boolean;
  onToggle: () => void;
  rowProps: ReturnType<ReturnType<typeof useRowKeys>["rowProps"]>;
}

export function RunRow({ run, isSelected, onToggle, rowProps }: Props) {
  const href = useHref();
  return (
    <tr className={table.row} {...rowProps}>
      <td className={table.check}>
        <SelectBox what={`run ${run.runNumber}`} isSelected={isSelected} onToggle={onToggle} />
      </td>
      <td className={table.state}>
        <Status of={run.status} />
      </td>
      <td className={table.main}>
        <div className={style.name}>
          <Link href={href(`runs/${run.runNumber}`)}>
            <span className={style.number}>{run.runNumber}</span>
            <bdi>{run.name}</bdi>
          </Link>
          <bdi className={style.workflow}>{run.workflow.name}</bdi>
        </div>
      </td>
      <td className={`${table.some} ${table.minor} ${style.doing}`} title={doing(run)}>
        {doing(run)}
      </td>
      <td className={table.number} data-label="Cost">
        <Money usd={run.costUsd} unrated={run.unratedRecords} />
      </td>
      <td className={`${table.number} ${style.took}`}>
        {run.startedAt !== null && run.waiting === null && <Duration from={run.startedAt} until={run.completedAt} />}
      </td>
      <td className={table.end} data-label="Made">
        <Ago at={run.createdAt} />
      </td>
    </tr>
  );
}

/** What a reader most wants to know now. */
function doing(run: RunSummary): string {
  if (run.openQuestions > 0) return run.openQuestions === 1 ? "Asks a question" : `Asks ${run.openQuestions} questions`;
  if (run.waiting !== null) return waitingText(run.waiting);
  if (run.status === "running") return run.currentStepLabel ?? "";
  return run.prStatus === null ? "" : `Pull request ${run.prStatus}`;
}
