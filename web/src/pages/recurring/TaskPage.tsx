// One recurring task: its schedule, its next times and what became of its last runs.
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref, useMay } from "../../project/project";
import { useWorkflows } from "../../domain/workflows/useWorkflows";
import { useCommands } from "../../keys/commands";
import { useProjectMutation, useProjectQuery } from "../../live/useProjectQuery";
import { Keys } from "../../keys/Keys";
import { Button } from "../../parts/Button";
import { Confirm } from "../../parts/Confirm";
import { Fact, Facts } from "../../parts/Facts";
import { PageHead } from "../../parts/PageHead";
import { Section } from "../../parts/Section";
import { Shown } from "../../parts/Shown";
import { Status } from "../../parts/Status";
import { Ago } from "../../parts/Time";
import { LastRuns } from "./LastRuns";
import { NextTimes } from "./NextTimes";
import { scheduleText } from "./schedule";
import type { TaskDetail } from "./schedule";
import { EditTask } from "./TaskForm";
import { useToggle } from "./useToggle";

export default function TaskPage() {
  const { id = "" } = useParams();
  const found = useProjectQuery(api.recurringTasks.dashboard.get, { id });
  return <Shown of={found}>{(task) => <Detail key={id} task={task} />}</Shown>;
}

function Detail({ task }: { task: TaskDetail }) {
  const href = useHref();
  const { nameOf } = useWorkflows();
  return (
    <>
      <PageHead
        title={task.title}
        above={[{ label: "Recurring tasks", href: href("recurring") }]}
        actions={<Actions task={task} />}
      />
      <Facts>
        <Fact name="State">
          <Status of={task.isActive ? "active" : "off"} label={task.isActive ? "Active" : "Off"} />
        </Fact>
        <Fact name="Schedule">{scheduleText(task)}</Fact>
        <Fact name="Workflow">{nameOf(task.targetWorkflowId)}</Fact>
        <Fact name="Last run">{task.lastRunAt === null ? "Never" : <Ago at={task.lastRunAt} />}</Fact>
      </Facts>
      <Section title="Prompt">
        <p>{task.prompt}</p>
      </Section>
      {task.description !== null && (
        <Section title="What it is for">
          <p>{task.description}</p>
        </Section>
      )}
      <Section title="Next">
        <NextTimes task={task} />
      </Section>
      <Section title="Last runs">
        <LastRuns task={task} />
      </Section>
    </>
  );
}

function Actions({ task }: { task: TaskDetail }) {
  const mayWrite = useMay("work:write");
  const href = useHref();
  const [, navigate] = useLocation();
  const { toggle } = useToggle(task);
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
        {task.isActive ? "Switch off" : "Switch on"} <Keys of="t" />
      </Button>
      <Button icon={<Pencil size={14} aria-hidden />} onClick={() => setOpen("edit")}>
        Edit <Keys of="m" />
      </Button>
      {open === "edit" && <EditTask task={task} onClose={close} />}
      {open === "remove" && (
        <Confirm
          title={`Delete “${task.title}”?`}
          label="Delete"
          change={async () => await remove({ id: task.id })}
          done="The task is deleted."
          onClose={close}
          onDone={() => navigate(href("recurring"))}
        >
          It is deleted for good, and starts no further run. The runs that it has started stay.
        </Confirm>
      )}
    </>
  );
}
