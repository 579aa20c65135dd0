// What a recurring task does and when.
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { frequencies } from "#convex/recurringTasks/schedule";
import { oneOf } from "../../urlState/useAddressParameters";
import { useProjectHref, useProject } from "../../project/project";
import { localTimeZone } from "../../domain/times/localTimeZone";
import { TimeZoneField } from "../../domain/times/TimeZoneField";
import { QueueFields } from "../../domain/queue/QueueFields";
import { emptyQueueDraft, toQueueDraft, toQueueRequest } from "../../domain/queue/queueFields";
import type { QueueDraft } from "../../domain/queue/queueFields";
import { useWorkflows } from "../../domain/workflows/useWorkflows";
import { useProjectMutation } from "../../live/projectHooks";
import { ChoiceField, FieldRow, LongTextField, TextField } from "../../parts/Fields";
import { ChoicesField } from "../../parts/ChoicesField";
import { FormDialog } from "../../parts/FormDialog";
import { ErrorText } from "../../parts/ErrorText";
import { useForm } from "../../parts/useForm";
import { SchedulePreview } from "./SchedulePreview";
import { clockText, dayChoices, frequencyChoices } from "./schedule";
import type { Task } from "./schedule";

interface Fields extends QueueDraft {
  title: string;
  prompt: string;
  description: string;
  targetWorkflowId: string;
  frequency: string;
  time: string;
  timezone: string;
  /** Numbers of days, as dayChoices has them. None: every day. */
  days: string[];
  cron: string;
  /** Numbers. Without one there is no delay, and no limit. */
  delay: string;
  failures: string;
}

const empty: Fields = {
  title: "",
  prompt: "",
  description: "",
  targetWorkflowId: "",
  frequency: "daily",
  time: "09:00",
  timezone: localTimeZone,
  days: [],
  cron: "",
  ...emptyQueueDraft,
  delay: "",
  failures: "",
};

export function NewTaskDialog({ onClose }: { onClose: () => void }) {
  const { id: projectId } = useProject();
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const create = useProjectMutation(api.recurringTasks.dashboard.create);
  return (
    <TaskDialog
      title="New recurring task"
      label="Create"
      draftName={`recurring.${projectId}`}
      initial={empty}
      onClose={onClose}
      save={async (request) => {
        const { id } = await create(request);
        onClose();
        navigate(href(`recurring/${id}`));
      }}
    />
  );
}

export function EditTaskDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const { id, title, prompt, description, targetWorkflowId, frequency, timezone, daysOfWeek, cron } = task;
  const update = useProjectMutation(api.recurringTasks.dashboard.update);
  return (
    <TaskDialog
      title="Edit the recurring task"
      label="Save"
      draftName={`recurring.${id}`}
      initial={{
        title,
        prompt,
        description: description ?? "",
        targetWorkflowId,
        frequency,
        timezone,
        time: clockText(task),
        days: (daysOfWeek ?? []).map(String),
        cron: cron ?? "",
        ...toQueueDraft(task),
        delay: task.jitterSeconds === 0 ? "" : String(task.jitterSeconds),
        failures: task.pauseAfterFailures === null ? "" : String(task.pauseAfterFailures),
      }}
      onClose={onClose}
      save={async (request) => {
        await update({ id, ...request });
        onClose();
      }}
    />
  );
}

interface FormProps {
  title: string;
  label: string;
  draftName: string;
  initial: Fields;
  onClose: () => void;
  save: (request: ReturnType<typeof toTaskRequest>) => Promise<void>;
}

function TaskDialog({ title, label, draftName, initial, onClose, save }: FormProps) {
  const { gitRepoUrl } = useProject();
  const { choices } = useWorkflows();
  const form = useForm(draftName, initial);
  const { draft, field } = form;
  const targetWorkflowId = draft.targetWorkflowId === "" ? (choices[0]?.value ?? "") : draft.targetWorkflowId;
  return (
    <FormDialog
      title={title}
      label={label}
      canSend={draft.title.trim() !== "" && draft.prompt.trim() !== "" && gitRepoUrl !== null}
      form={form}
      send={async () => await save(toTaskRequest({ ...draft, targetWorkflowId }))}
      onClose={onClose}
    >
      {gitRepoUrl === null && (
        <ErrorText text="The project has no repository, so every run would fail. Set one in the settings." />
      )}
      <TextField label="Title" autoFocus {...field("title")} />
      <LongTextField label="What should be done each time?" {...field("prompt")} />
      <FieldRow>
        <ChoiceField label="How often" choices={frequencyChoices} {...field("frequency")} />
        {draft.frequency === "cron" ? (
          <TextField
            label="Cron expression"
            hint="Minute, hour, day of the month, month, day of the week: 0 9 * * mon-fri"
            {...field("cron")}
          />
        ) : (
          <TextField label="At" type="time" {...field("time", "scheduledHour")} />
        )}
      </FieldRow>
      {draft.frequency === "daily" && (
        <ChoicesField
          label="Only on these days (every day without a choice)"
          choices={dayChoices}
          chosen={draft.days}
          onChange={(days) => form.change({ days })}
          problem={form.problemOf("daysOfWeek")}
        />
      )}
      <FieldRow>
        <TimeZoneField label="Time zone" {...field("timezone")} />
        <ChoiceField label="Workflow" choices={choices} {...field("targetWorkflowId")} value={targetWorkflowId} />
      </FieldRow>
      <FieldRow>
        <TextField
          label="Delay by up to (seconds)"
          hint="Keeps tasks of the same time apart"
          type="number"
          min={0}
          max={3600}
          {...field("delay", "jitterSeconds")}
        />
        <TextField
          label="Disable after failed runs in a row"
          hint="Empty: never"
          type="number"
          min={1}
          max={20}
          {...field("failures", "pauseAfterFailures")}
        />
      </FieldRow>
      <SchedulePreview schedule={toSchedule(draft)} />
      <LongTextField label="Description" {...field("description")} />
      <QueueFields draft={draft} change={form.change} problemOf={form.problemOf} />
    </FormDialog>
  );
}

function toTaskRequest(fields: Fields) {
  const { title, prompt, description, targetWorkflowId, delay, failures, ...schedule } = fields;
  return {
    title,
    prompt,
    targetWorkflowId,
    description: description === "" ? null : description,
    jitterSeconds: delay === "" ? null : Number(delay),
    pauseAfterFailures: failures === "" ? null : Number(failures),
    ...toSchedule(schedule),
    ...toQueueRequest(fields),
  };
}

function toSchedule({ frequency, time, timezone, days, cron }: Pick<Fields, ScheduleField>) {
  const chosen = oneOf(frequency, frequencies) ?? "daily";
  if (chosen === "cron") return { frequency: chosen, timezone, cron };
  const [hour, minute] = time.split(":");
  const at = { frequency: chosen, timezone, scheduledHour: Number(hour), scheduledMinute: Number(minute) };
  return chosen === "daily" ? { ...at, daysOfWeek: days.length === 0 ? null : days.map(Number) } : at;
}

type ScheduleField = "frequency" | "time" | "timezone" | "days" | "cron";
