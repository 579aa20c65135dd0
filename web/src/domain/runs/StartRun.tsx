// Starts a run from anywhere: a workflow, what to do, and the defaults of workflow and project.
import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { hrefIn, useProject } from "../../app/project";
import { refusalOf } from "../../live/refusal";
import { useProjectList, useProjectMutation } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import { Empty } from "../../parts/Empty";
import { Field } from "../../parts/Field";
import { showNotice } from "../../parts/notices";
import { useDraft } from "../../parts/useDraft";
import { useProblems } from "../../parts/useProblems";
import style from "./StartRun.module.css";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const nothing = { workflowId: "", prompt: "", name: "", gitRepoUrl: "", branchName: "", scheduledFor: "" };

interface Props {
  onClose: () => void;
  /** The issue that the run is about. */
  issueId?: string;
  prompt?: string;
  /** The workflow that is chosen at first. */
  workflowId?: string;
}

export default function StartRun({ onClose, issueId, prompt, workflowId }: Props) {
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
  const { draft, change, forget } = useDraft(`run.${project.id}.${issueId ?? workflowId ?? ""}`, {
    ...nothing,
    prompt: prompt ?? "",
    workflowId: workflowId ?? "",
  });
  const { problemOf, show, clear } = useProblems();
  const [isSending, setSending] = useState(false);
  const workflow = workflows.find(({ id }) => id === draft.workflowId) ?? workflows[0];

  async function send(): Promise<void> {
    if (workflow === undefined || isSending) return;
    setSending(true);
    clear();
    try {
      const { scheduledFor, name, gitRepoUrl, branchName } = draft;
      const run = await start({
        workflowId: workflow.id,
        prompt: draft.prompt,
        ...(name === "" ? {} : { name }),
        ...(gitRepoUrl === "" ? {} : { gitRepoUrl }),
        ...(branchName === "" ? {} : { branchName }),
        ...(scheduledFor === "" ? {} : { scheduledFor: Date.parse(scheduledFor), timezone: zone }),
        ...(issueId === undefined ? {} : { issueId }),
      });
      forget();
      onClose();
      showNotice({
        tone: "good",
        text: `Run ${run.runNumber} ${scheduledFor === "" ? "waits for a runner" : "is scheduled"}.`,
        action: { label: "Open", run: () => navigate(hrefIn(project.slug, `runs/${run.runNumber}`)) },
      });
    } catch (error) {
      show(refusalOf(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <Dialog
      label="Start a run"
      title="Start a run"
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="main" disabled={isSending || draft.prompt.trim() === ""} onClick={() => void send()}>
            {draft.scheduledFor === "" ? "Start" : "Schedule"}
          </Button>
        </>
      }
    >
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) void send();
        }}
      >
        <Field label="What is to be done?" problem={problemOf("prompt")} hint="Ctrl+Enter starts the run.">
          {(control) => (
            <textarea
              {...control}
              autoFocus
              value={draft.prompt}
              onChange={(event) => change({ prompt: event.target.value })}
            />
          )}
        </Field>
        <Field label="Workflow" problem={problemOf("workflowId")}>
          {(control) => (
            <select
              {...control}
              value={workflow?.id ?? ""}
              onChange={(event) => change({ workflowId: event.target.value })}
            >
              {workflows.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <details className={style.more}>
          <summary>Name, repository, branch, time</summary>
          <div className={style.form}>
            <Field label="Name" problem={problemOf("name")} hint="Made from the text above when this is empty.">
              {(control) => (
                <input {...control} value={draft.name} onChange={(event) => change({ name: event.target.value })} />
              )}
            </Field>
            <Field label="Repository" problem={problemOf("gitRepoUrl")}>
              {(control) => (
                <input
                  {...control}
                  placeholder={project.gitRepoUrl ?? "https://…"}
                  value={draft.gitRepoUrl}
                  onChange={(event) => change({ gitRepoUrl: event.target.value })}
                />
              )}
            </Field>
            <Field label="Begins at the branch" problem={problemOf("branchName")}>
              {(control) => (
                <input
                  {...control}
                  placeholder={workflow?.defaultBranch ?? "main"}
                  value={draft.branchName}
                  onChange={(event) => change({ branchName: event.target.value })}
                />
              )}
            </Field>
            <Field
              label="Start at"
              problem={problemOf("scheduledFor")}
              hint={`In ${zone}. At once when this is empty.`}
            >
              {(control) => (
                <input
                  {...control}
                  type="datetime-local"
                  value={draft.scheduledFor}
                  onChange={(event) => change({ scheduledFor: event.target.value })}
                />
              )}
            </Field>
          </div>
        </details>
        {problemOf(null) !== undefined && (
          <p role="alert" className={style.problem}>
            {problemOf(null)}
          </p>
        )}
      </form>
    </Dialog>
  );
}

function NoWorkflow({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label="Start a run" onClose={onClose}>
      <Empty title="There is no workflow yet" action={<Button onClick={onClose}>Close</Button>}>
        A workflow says which steps an agent takes. Make one under Workflows, then start a run.
      </Empty>
    </Dialog>
  );
}
