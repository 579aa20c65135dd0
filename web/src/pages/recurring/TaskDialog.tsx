// What a recurring task does and when.
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { frequencies } from "#convex/recurringTasks/schedule";
import { oneOf } from "../../address/useAddressParameters";
import { useProjectHref, useProject } from "../../project/project";
import { useWorkflows } from "../../domain/workflows/useWorkflows";
import { useProjectMutation } from "../../live/projectHooks";
import { ChoiceField, FieldRow, LongTextField, TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { ErrorText } from "../../parts/ErrorText";
import { useForm } from "../../parts/useForm";
import { clockText, frequencyChoices, localTimeZone } from "./schedule";
import type { Task } from "./schedule";

interface Fields {
  title: string;
  prompt: string;
  description: string;
  targetWorkflowId: string;
  frequency: string;
  time: string;
  timezone: string;
}

const empty: Fields = {
  title: "",
  prompt: "",
  description: "",
  targetWorkflowId: "",
  frequency: "daily",
  time: "09:00",
  timezone: localTimeZone,
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
  const { id, title, prompt, description, targetWorkflowId, frequency, timezone } = task;
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
        <TextField label="At" type="time" {...field("time", "scheduledHour")} />
      </FieldRow>
      <FieldRow>
        <TextField label="Time zone" list="time-zones" {...field("timezone")} />
        <ChoiceField label="Workflow" choices={choices} {...field("targetWorkflowId")} value={targetWorkflowId} />
      </FieldRow>
      <datalist id="time-zones">
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <LongTextField label="Description" {...field("description")} />
    </FormDialog>
  );
}

function toTaskRequest({ description, frequency, time, ...others }: Fields) {
  const [hour, minute] = time.split(":");
  return {
    ...others,
    description: description === "" ? null : description,
    frequency: oneOf(frequency, frequencies) ?? "daily",
    scheduledHour: Number(hour),
    scheduledMinute: Number(minute),
  };
}
