import { Link } from "wouter";
import { useProjectHref } from "../../project/project";
import type { RunSummary } from "../../domain/runs/runCommands";
import { personText, statusByText } from "../../domain/runs/actorText";
import { failureText } from "../../domain/runs/failureText";
import { RunStatus } from "../../domain/runs/RunStatus";
import { UnseenDot } from "../../domain/runs/UnseenDot";
import { waitingText } from "../../domain/runs/waitingText";
import { Money } from "../../parts/Money";
import { SelectCheckbox } from "../../parts/SelectCheckbox";
import table from "../../parts/Table.module.css";
import { TimeAgo, Duration } from "../../parts/Time";
import style from "./RunsPage.module.css";

interface Props {
  run: RunSummary;
  /** It has ended since the reader last looked at it. */
  isUnseen: boolean;
  isSelected: boolean;
  onToggle: () => void;
}

export function RunRow({ run, isUnseen, isSelected, onToggle }: Props) {
  const starter = personText(run.startedBy);
  const href = useProjectHref();
  return (
    <>
      <td role="cell" className={table.check}>
        <SelectCheckbox what={`run ${run.runNumber}`} isSelected={isSelected} onToggle={onToggle} />
      </td>
      <td role="cell" className={table.state}>
        <RunStatus run={run} />
      </td>
      <td role="cell" className={table.main}>
        <div className={style.name}>
          <Link href={href(`runs/${run.runNumber}`)}>
            <span className={style.number}>{run.runNumber}</span>
            <bdi>{run.name}</bdi>
          </Link>
          {isUnseen && <UnseenDot />}
          <bdi className={style.workflow}>{run.workflow.name}</bdi>
          {run.labels.map((label) => (
            <bdi key={label} className={style.label}>
              {label}
            </bdi>
          ))}
          {starter !== null && <bdi className={style.workflow}>by {starter}</bdi>}
        </div>
      </td>
      <td
        role="cell"
        className={`${table.some} ${table.minor} ${style.doing}`}
        data-failed={run.status === "failed" || undefined}
        title={activityText(run)}
      >
        <span className={style.activity} dir="auto">
          {activityText(run)}
        </span>
      </td>
      <td role="cell" className={table.number} data-label="Cost">
        <Money usd={run.costUsd} unrated={run.unratedRecords} />
      </td>
      <td role="cell" className={`${table.number} ${style.took}`}>
        {run.startedAt !== null && run.waiting === null && <Duration from={run.startedAt} until={run.completedAt} />}
      </td>
      <td role="cell" className={table.end} data-label="Created">
        <TimeAgo at={run.createdAt} />
      </td>
    </>
  );
}

/** What a reader most wants to know now. */
function activityText(run: RunSummary): string {
  if (run.openQuestions > 0) return run.openQuestions === 1 ? "Has a question" : `Has ${run.openQuestions} questions`;
  if (run.waiting !== null) return waitingText(run.waiting);
  if (run.status === "running") return run.currentStepLabel ?? "";
  if (run.status === "failed") return failureText(run);
  const by = statusByText(run);
  if (by !== null) return by;
  return run.prStatus === null ? "" : `Pull request ${run.prStatus}`;
}
