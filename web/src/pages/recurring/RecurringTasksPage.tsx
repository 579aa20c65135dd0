// All recurring tasks of the project: when they run next and what became of the last run.
import { Plus } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref, useHasPermission } from "../../project/project";
import { RunLink } from "../../domain/runs/RunLink";
import { useCommands } from "../../shortcuts/commands";
import { useProjectList } from "../../live/projectHooks";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { EachRow, idOf } from "../../parts/EachRow";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { PageHeader } from "../../parts/PageHeader";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { MoreRows } from "../../parts/MoreRows";
import { NewTaskDialog } from "./TaskDialog";
import { localTimeText, scheduleText } from "./schedule";
import type { Task } from "./schedule";
import { useTaskToggle } from "./useTaskToggle";

export default function RecurringTasksPage() {
  const { results, status, loadMore } = useProjectList(api.recurringTasks.dashboard.list, {});
  const [isCreating, setCreating] = useState(false);
  const mayWrite = useHasPermission("work:write");
  useCommands(
    mayWrite ? [{ title: "New recurring task", keys: "n", group: "List", run: () => setCreating(true) }] : [],
  );
  const create = mayWrite && (
    <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      New recurring task <ShortcutKeys keys="n" />
    </Button>
  );
  return (
    <>
      <PageHeader title="Schedules" actions={results.length > 0 && create} />
      {status === "LoadingFirstPage" ? (
        <Loading />
      ) : results.length === 0 ? (
        <EmptyState title="No recurring tasks yet" action={create}>
          A recurring task starts a run of a workflow by itself, every day, week or month at the time that you choose.
        </EmptyState>
      ) : (
        <>
          <Rows tasks={results} />
          <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
        </>
      )}
      {isCreating && <NewTaskDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function Rows({ tasks }: { tasks: readonly Task[] }) {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const { chosen, rowProps } = useRowNavigation(
    tasks.map(({ id }) => id),
    "task",
    (id) => navigate(href(`recurring/${id}`)),
  );
  useTaskToggle(tasks.find(({ id }) => id === chosen) ?? null);
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
        <EachRow items={tasks} keyOf={idOf} as="tr">
          {(task) => (
            <tr className={table.row} {...rowProps(task.id)}>
              <td className={table.main}>
                <Link href={href(`recurring/${task.id}`)}>
                  <bdi>{task.title}</bdi>
                </Link>
                <span className={table.below}>{scheduleText(task)}</span>
              </td>
              <td className={table.state}>
                <Status status={task.isActive ? "active" : "off"} label={task.isActive ? "Enabled" : "Disabled"} />
              </td>
              <td className={table.some} data-label="Next">
                {task.nextRunAt === null ? "Not while disabled" : localTimeText(task.nextRunAt)}
              </td>
              <td className={`${table.some} ${table.minor}`}>
                {task.lastRunId === null ? "Never run" : <RunLink runId={task.lastRunId} />}
              </td>
            </tr>
          )}
        </EachRow>
      </tbody>
    </table>
  );
}
