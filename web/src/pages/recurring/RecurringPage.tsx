// All recurring tasks of the project: when they run next and what became of the last run.
import { Plus } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref, useMay } from "../../project/project";
import { RunOf } from "../../domain/runs/RunOf";
import { useCommands } from "../../keys/commands";
import { useProjectList } from "../../live/useProjectQuery";
import { Keys } from "../../keys/Keys";
import { Button } from "../../parts/Button";
import { EachRow, ownId } from "../../parts/EachRow";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { PageHead } from "../../parts/PageHead";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { useRowKeys } from "../../parts/useRowKeys";
import { MoreRows } from "../../parts/MoreRows";
import { NewTask } from "./TaskForm";
import { hereText, scheduleText } from "./schedule";
import type { Task } from "./schedule";
import { useToggle } from "./useToggle";

export default function RecurringPage() {
  const { results, status, loadMore } = useProjectList(api.recurringTasks.dashboard.list, {});
  const [isCreating, setCreating] = useState(false);
  const mayWrite = useMay("work:write");
  useCommands(
    mayWrite ? [{ title: "New recurring task", keys: "n", group: "List", run: () => setCreating(true) }] : [],
  );
  const create = mayWrite && (
    <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      New recurring task <Keys of="n" />
    </Button>
  );
  return (
    <>
      <PageHead title="Recurring tasks" actions={results.length > 0 && create} />
      {status === "LoadingFirstPage" ? (
        <Loading />
      ) : results.length === 0 ? (
        <Empty title="No recurring tasks yet" action={create}>
          A recurring task starts a run of a workflow by itself, every day, week or month at the time that you choose.
        </Empty>
      ) : (
        <>
          <Rows tasks={results} />
          <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
        </>
      )}
      {isCreating && <NewTask onClose={() => setCreating(false)} />}
    </>
  );
}

function Rows({ tasks }: { tasks: readonly Task[] }) {
  const href = useHref();
  const [, navigate] = useLocation();
  const { chosen, rowProps } = useRowKeys(
    tasks.map(({ id }) => id),
    "task",
    (id) => navigate(href(`recurring/${id}`)),
  );
  useToggle(tasks.find(({ id }) => id === chosen) ?? null);
  return (
    <table className={table.table}>
      <thead>
        <tr className={table.names}>
          <th>Task</th>
          <th className={table.state}>State</th>
          <th className={table.some}>Next</th>
          <th className={`${table.some} ${table.minor}`}>Last</th>
        </tr>
      </thead>
      <tbody>
        <EachRow of={tasks} keyOf={ownId} as="tr">
          {(task) => (
            <tr className={table.row} {...rowProps(task.id)}>
              <td className={table.main}>
                <Link href={href(`recurring/${task.id}`)}>
                  <bdi>{task.title}</bdi>
                </Link>
                <span className={table.below}>{scheduleText(task)}</span>
              </td>
              <td className={table.state}>
                <Status of={task.isActive ? "active" : "off"} label={task.isActive ? "Active" : "Off"} />
              </td>
              <td className={table.some} data-label="Next">
                {task.nextRunAt === null ? "Not while it is off" : hereText(task.nextRunAt)}
              </td>
              <td className={`${table.some} ${table.minor}`}>
                {task.lastRunId === null ? "Has not run yet" : <RunOf runId={task.lastRunId} />}
              </td>
            </tr>
          )}
        </EachRow>
      </tbody>
    </table>
  );
}
