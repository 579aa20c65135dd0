// What became of the runs that a task has started. The service lists runs by workflow and origin; of these, the ones of
// this task are shown.
import { Link } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref } from "../../project/project";
import { useProjectList } from "../../live/projectHooks";
import { RunStatus } from "../../domain/runs/RunStatus";
import { Button } from "../../parts/Button";
import { EachRow, idOf } from "../../parts/EachRow";
import { Loading } from "../../parts/Loading";
import { Money } from "../../parts/Money";
import table from "../../parts/Table.module.css";
import { TimeAgo, Duration } from "../../parts/Time";
import type { Task } from "./schedule";

export function TaskRuns({ task }: { task: Task }) {
  const href = useProjectHref();
  const asked = { source: "recurring_task", workflowId: task.targetWorkflowId } as const;
  const { results, status, loadMore } = useProjectList(api.runs.dashboard.list, asked, 100);
  const runs = results.filter(({ recurringTaskId }) => recurringTaskId === task.id);
  if (status === "LoadingFirstPage") return <Loading rows={3} />;
  const more = status === "CanLoadMore" && (
    <p>
      <Button look="bare" onClick={() => loadMore(100)}>
        Load older runs
      </Button>
    </p>
  );
  if (runs.length === 0) return more === false ? <p>No runs yet.</p> : more;
  return (
    <>
      <table className={table.table}>
        <thead>
          <tr className={table.names}>
            <th>Run</th>
            <th className={table.state}>State</th>
            <th className={`${table.end} ${table.minor}`}>Cost</th>
            <th className={table.end}>Duration</th>
            <th className={table.end}>Created</th>
          </tr>
        </thead>
        <tbody>
          <EachRow items={runs} keyOf={idOf} as="tr">
            {(run) => (
              <tr className={table.row}>
                <td className={table.main}>
                  <Link href={href(`runs/${run.runNumber}`)}>
                    {run.runNumber} <bdi>{run.name}</bdi>
                  </Link>
                </td>
                <td className={table.state}>
                  <RunStatus run={run} />
                </td>
                <td className={`${table.end} ${table.minor}`}>
                  <Money usd={run.costUsd} unrated={run.unratedRecords} />
                </td>
                <td className={table.end} data-label="Duration">
                  {run.startedAt !== null && <Duration from={run.startedAt} until={run.completedAt} />}
                </td>
                <td className={table.end} data-label="Created">
                  <TimeAgo at={run.createdAt} />
                </td>
              </tr>
            )}
          </EachRow>
        </tbody>
      </table>
      {more}
    </>
  );
}
