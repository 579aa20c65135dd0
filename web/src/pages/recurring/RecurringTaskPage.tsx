// One recurring task: its schedule, its next times and what became of its last runs.
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref, useHasPermission } from "../../project/project";
import { useWorkflows } from "../../domain/workflows/useWorkflows";
import { useCommands } from "../../shortcuts/commands";
import { useProjectMutation, useProjectQuery } from "../../live/projectHooks";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { ConfirmDialog } from "../../parts/ConfirmDialog";
import { Fact, Facts } from "../../parts/Facts";
import { PageHeader } from "../../parts/PageHeader";
import { Section } from "../../parts/Section";
import { Loaded } from "../../parts/Loaded";
import { Status } from "../../parts/Status";
import { TimeAgo } from "../../parts/Time";
import { TaskRuns } from "./TaskRuns";
import { NextRunTimes } from "./NextRunTimes";
import { scheduleText } from "./schedule";
import type { TaskDetail } from "./schedule";
import { EditTaskDialog } from "./TaskDialog";
import { useTaskToggle } from "./useTaskToggle";

export default function RecurringTaskPage() {
  const { id = "" } = useParams();
  const found = useProjectQuery(api.recurringTasks.dashboard.get, { id });
  return <Loaded result={found}>{(task) => <Detail key={id} task={task} />}</Loaded>;
}

function Detail({ task }: { task: TaskDetail }) {
  const href = useProjectHref();
  const { nameOf } = useWorkflows();
  return (
    <>
      <PageHeader
        title={task.title}
        parents={[{ label: "Recurring tasks", href: href("recurring") }]}
        actions={<Actions task={task} />}
      />
      <Facts>
        <Fact name="State">
          <Status status={task.isActive ? "active" : "off"} label={task.isActive ? "Enabled" : "Disabled"} />
        </Fact>
        <Fact name="Schedule">{scheduleText(task)}</Fact>
        <Fact name="Workflow">{nameOf(task.targetWorkflowId)}</Fact>
        <Fact name="Last run">{task.lastRunAt === null ? "Never" : <TimeAgo at={task.lastRunAt} />}</Fact>
      </Facts>
      <Section title="Prompt">
        <p>{task.prompt}</p>
      </Section>
      {task.description !== null && (
        <Section title="Description">
          <p>{task.description}</p>
        </Section>
      )}
      <Section title="Next runs">
        <NextRunTimes task={task} />
      </Section>
      <Section title="Recent runs">
        <TaskRuns task={task} />
      </Section>
    </>
  );
}

function Actions({ task }: { task: TaskDetail }) {
  const mayWrite = useHasPermission("work:write");
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const { toggle } = useTaskToggle(task);
  const remove = useProjectMutation(api.recurringTasks.dashboard.remove);
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const close = () => setOpen(null);
  useCommands(
    mayWrite
      ? [
          { title: "Edit the task", keys: "m", group: "Task", run: () => setOpen("edit") },
          { title: "Delete the task", keys: "shift+Delete", group: "Task", run: () => setOpen("remove") },
        ]
      : [],
  );
  if (!mayWrite) return null;
  return (
    <>
      <Button
        look="bare"
        isSquare
        aria-label="Delete the task"
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => setOpen("remove")}
      />
      <Button onClick={toggle}>
        {task.isActive ? "Disable" : "Enable"} <ShortcutKeys keys="t" />
      </Button>
      <Button icon={<Pencil size={14} aria-hidden />} onClick={() => setOpen("edit")}>
        Edit <ShortcutKeys keys="m" />
      </Button>
      {open === "edit" && <EditTaskDialog task={task} onClose={close} />}
      {open === "remove" && (
        <ConfirmDialog
          title={`Delete “${task.title}”?`}
          label="Delete"
          change={async () => await remove({ id: task.id })}
          successText="The task is deleted."
          onClose={close}
          onDone={() => navigate(href("recurring"))}
        >
          It is deleted for good and starts no further runs. Its earlier runs are kept.
        </ConfirmDialog>
      )}
    </>
  );
}
