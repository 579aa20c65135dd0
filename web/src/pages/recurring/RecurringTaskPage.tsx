// One recurring task: its schedule, its next times and what became of its last runs.
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref, useHasPermission } from "../../project/project";
import { useWorkflows } from "../../domain/workflows/useWorkflows";
import { useCommands } from "../../shortcuts/commands";
import { useProjectMutation, useProjectQuery } from "../../live/projectHooks";
import { usePerform } from "../../live/usePerform";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { ConfirmDialog } from "../../parts/ConfirmDialog";
import { Fact, Facts } from "../../parts/Facts";
import { PageHeader } from "../../parts/PageHeader";
import { Section } from "../../parts/Section";
import { Loaded } from "../../parts/Loaded";
import { Status } from "../../parts/Status";
import { durationText, TimeAgo } from "../../parts/Time";
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
        parents={[{ label: "Schedules", href: href("recurring") }]}
        actions={<Actions task={task} />}
      />
      <Facts>
        <Fact name="State">
          <Status status={task.isActive ? "active" : "off"} label={stateLabel(task)} />
        </Fact>
        <Fact name="Schedule">{scheduleText(task)}</Fact>
        {task.jitterSeconds > 0 && <Fact name="Delay">Up to {durationText(task.jitterSeconds * 1000)}</Fact>}
        {task.pauseAfterFailures !== null && (
          <Fact name="Disabled after">
            {task.pauseAfterFailures === 1 ? "1 failed run" : `${task.pauseAfterFailures} failed runs in a row`}
          </Fact>
        )}
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

function stateLabel({ isActive, pausedReason }: TaskDetail): string {
  if (isActive) return "Enabled";
  switch (pausedReason) {
    case "failures":
      return "Disabled: its runs have failed";
    case "workflow_gone":
      return "Disabled: its workflow was deleted";
    case null:
      return "Disabled";
  }
}

function Actions({ task }: { task: TaskDetail }) {
  const mayWrite = useHasPermission("work:write");
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const { toggle } = useTaskToggle(task);
  const remove = useProjectMutation(api.recurringTasks.dashboard.remove);
  const { perform } = usePerform();
  const start = useProjectMutation(api.recurringTasks.dashboard.run);
  const runNow = () =>
    perform(async () => {
      const { runNumber } = await start({ id: task.id });
      navigate(href(`runs/${runNumber}`));
    });
  const confirmation = { title: "Start a run now?", text: "It costs money. The next time stays.", label: "Start" };
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const close = () => setOpen(null);
  useCommands(
    mayWrite
      ? [
          { title: "Run the task now", keys: "u", group: "Task", confirmation, run: () => void runNow() },
          { title: "Edit the task", keys: "m", group: "Task", run: () => setOpen("edit") },
          { title: "Delete for good", keys: "shift+Delete", group: "Task", run: () => setOpen("remove") },
        ]
      : [],
  );
  if (!mayWrite) return null;
  return (
    <>
      <Button
        look="bare"
        isSquare
        aria-label="Delete for good"
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => setOpen("remove")}
      />
      <Button onClick={() => void runNow()}>
        Run now <ShortcutKeys keys="u" />
      </Button>
      <Button onClick={toggle}>
        {task.isActive ? "Disable" : "Enable"} <ShortcutKeys keys="t" />
      </Button>
      <Button icon={<Pencil size={14} aria-hidden />} onClick={() => setOpen("edit")}>
        Edit <ShortcutKeys keys="m" />
      </Button>
      {open === "edit" && <EditTaskDialog task={task} onClose={close} />}
      {open === "remove" && (
        <ConfirmDialog
          title={`Delete “${task.title}” for good?`}
          label="Delete for good"
          change={async () => await remove({ id: task.id })}
          successText="The task is deleted."
          onClose={close}
          onDone={() => navigate(href("recurring"))}
        >
          It starts no further runs. Its earlier runs are kept.
        </ConfirmDialog>
      )}
    </>
  );
}
