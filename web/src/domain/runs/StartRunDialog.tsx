// Starts a run from anywhere: a workflow, what to do, and the defaults of workflow and project.
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { projectHref, useProject } from "../../project/project";
import { useProjectList, useProjectMutation } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import { ChoiceField, FieldRow, LongTextField, TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { QueueFields } from "../queue/QueueFields";
import { emptyQueueDraft, toQueueRequest } from "../queue/queueFields";
import { TemplateChoices } from "../workflows/TemplateChoices";
import { showNotice } from "../../feedback/notices";
import { useForm } from "../../parts/useForm";
import style from "./StartRunDialog.module.css";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const emptyFields = {
  workflowId: "",
  prompt: "",
  name: "",
  gitRepoUrl: "",
  branchName: "",
  scheduledFor: "",
  labels: "",
  ...emptyQueueDraft,
};

interface Props {
  onClose: () => void;
  /** The issue that the run is about. */
  issueId?: string;
  prompt?: string;
  /** The workflow that is chosen at first. */
  workflowId?: string;
}

export default function StartRunDialog({ onClose, issueId, prompt, workflowId }: Props) {
  const { results, status } = useProjectList(api.workflows.dashboard.list, {}, 100);
  const workflows = results.filter(({ isEnabled }) => isEnabled);
  if (status !== "LoadingFirstPage" && workflows.length === 0) return <NoWorkflow onClose={onClose} />;
  return <Form workflows={workflows} onClose={onClose} issueId={issueId} prompt={prompt} workflowId={workflowId} />;
}

interface FormProps {
  workflows: readonly { id: string; name: string; defaultBranch: string | null }[];
  onClose: () => void;
  issueId: string | undefined;
  prompt: string | undefined;
  workflowId: string | undefined;
}

function Form({ workflows, onClose, issueId, prompt, workflowId }: FormProps) {
  const project = useProject();
  const [, navigate] = useLocation();
  const start = useProjectMutation(api.runs.dashboard.start);
  const form = useForm(`run.${project.id}.${issueId ?? workflowId ?? ""}`, {
    ...emptyFields,
    prompt: prompt ?? "",
    workflowId: workflowId ?? "",
  });
  const { draft, field } = form;
  const lacksRepository = project.gitRepoUrl === null && draft.gitRepoUrl.trim() === "";
  const workflow = workflows.find(({ id }) => id === draft.workflowId) ?? workflows[0];

  async function send(): Promise<void> {
    const { prompt, name, gitRepoUrl, branchName, scheduledFor } = draft;
    const labels = labelsIn(draft.labels);
    if (workflow === undefined) return;
    const run = await start({
      workflowId: workflow.id,
      prompt,
      ...(name === "" ? {} : { name }),
      ...(gitRepoUrl === "" ? {} : { gitRepoUrl }),
      ...(branchName === "" ? {} : { branchName }),
      ...(scheduledFor === "" ? {} : { scheduledFor: Date.parse(scheduledFor), timezone: zone }),
      ...(labels.length === 0 ? {} : { labels }),
      ...(issueId === undefined ? {} : { issueId }),
      ...toQueueRequest(draft),
    });
    onClose();
    const open = () => navigate(projectHref(project.slug, `runs/${run.runNumber}`));
    if (scheduledFor === "") return open();
    // There is nothing to watch yet.
    const text = `Run ${run.runNumber} is scheduled.`;
    showNotice({ tone: "good", text, action: { label: "Open", run: open } });
  }

  return (
    <FormDialog
      title="Start a run"
      label={draft.scheduledFor === "" ? "Start" : "Schedule"}
      canSend={draft.prompt.trim() !== "" && workflow !== undefined && !lacksRepository}
      form={form}
      send={send}
      onClose={onClose}
    >
      <p className={style.project}>
        In the project <bdi>{project.name}</bdi>
      </p>
      <LongTextField label="What should be done?" autoFocus {...field("prompt")} />
      <ChoiceField
        label="Workflow"
        choices={workflows.map(({ id, name }) => ({ value: id, label: name }))}
        {...field("workflowId")}
        value={workflow?.id ?? ""}
      />
      <FieldRow>
        <TextField
          label="Repository"
          placeholder={project.gitRepoUrl ?? "https://…"}
          hint={
            lacksRepository ? "The project has no repository. Enter one here, or set one in the settings." : undefined
          }
          {...field("gitRepoUrl")}
        />
        <TextField
          label="Base branch"
          placeholder={workflow?.defaultBranch ?? "The repository’s default branch"}
          {...field("branchName")}
        />
      </FieldRow>
      <details className={style.more}>
        <summary>More options: name, labels, start time, priority</summary>
        <div className={style.fields}>
          <TextField label="Name" hint="If it is empty, the prompt is used." {...field("name")} />
          <TextField label="Labels" hint="Separated by commas." {...field("labels")} />
          <TextField
            label="Start at"
            type="datetime-local"
            hint={`In ${zone}. If it is empty, the run starts at once.`}
            {...field("scheduledFor")}
          />
          <QueueFields draft={draft} change={form.change} problemOf={form.problemOf} />
        </div>
      </details>
    </FormDialog>
  );
}

function labelsIn(text: string): string[] {
  return text
    .split(",")
    .map((label) => label.trim())
    .filter((label) => label !== "");
}

/** The form appears as soon as there is a workflow. */
function NoWorkflow({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      label="Start a run"
      title="Start a run"
      onClose={onClose}
      buttons={<Button onClick={onClose}>Close</Button>}
    >
      <div className={style.fields}>
        <p>
          A workflow defines the steps of a run. This project has none yet: begin with one of these, and change it
          later.
        </p>
        <TemplateChoices />
      </div>
    </Dialog>
  );
}
