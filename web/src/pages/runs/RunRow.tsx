import { Link } from "wouter";
import { useProjectHref } from "../../project/project";
import type { RunSummary } from "../../domain/runs/runCommands";
import { waitingText } from "../../domain/runs/waitingText";
import { Money } from "../../parts/Money";
import { SelectCheckbox } from "../../parts/SelectCheckbox";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { TimeAgo, Duration } from "../../parts/Time";
import type { useRowNavigation } from "../../parts/useRowNavigation";
import style from "./RunsPage.module.css";

interface Props {
  run: RunSummary;
  isSelected: boolean;
  onToggle: () => void;
  rowProps: ReturnType<ReturnType<typeof useRowNavigation>["rowProps"]>;
}

export function RunRow({ run, isSelected, onToggle, rowProps }: Props) {
  const href = useProjectHref();
  return (
    <tr className={table.row} {...rowProps}>
      <td className={table.check}>
        <SelectCheckbox what={`run ${run.runNumber}`} isSelected={isSelected} onToggle={onToggle} />
      </td>
      <td className={table.state}>
        <Status status={run.status} />
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
      <td className={`${table.some} ${table.minor} ${style.doing}`} title={activityText(run)}>
        {activityText(run)}
      </td>
      <td className={table.number} data-label="Cost">
        <Money usd={run.costUsd} unrated={run.unratedRecords} />
      </td>
      <td className={`${table.number} ${style.took}`}>
        {run.startedAt !== null && run.waiting === null && <Duration from={run.startedAt} until={run.completedAt} />}
      </td>
      <td className={table.end} data-label="Created">
        <TimeAgo at={run.createdAt} />
      </td>
    </tr>
  );
}

/** What a reader most wants to know now. */
function activityText(run: RunSummary): string {
  if (run.openQuestions > 0) return run.openQuestions === 1 ? "Has a question" : `Has ${run.openQuestions} questions`;
  if (run.waiting !== null) return waitingText(run.waiting);
  if (run.status === "running") return run.currentStepLabel ?? "";
  return run.prStatus === null ? "" : `Pull request ${run.prStatus}`;
}
