// The editor of a workflow: what it is called, and its steps.
import { Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref, useMay, useProject } from "../../project/project";
import StartRun from "../../domain/runs/StartRun";
import type { Workflow } from "../../domain/workflows/useWorkflows";
import { useCommands } from "../../keys/commands";
import { refusalOf } from "../../feedback/refusal";
import { useProjectMutation } from "../../live/useProjectQuery";
import { Keys } from "../../keys/Keys";
import { Button } from "../../parts/Button";
import { Confirm } from "../../parts/Confirm";
import { showNotice } from "../../feedback/notices";
import { PageHead } from "../../parts/PageHead";
import { useProblems } from "../../parts/useProblems";
import { About } from "./About";
import { draftOf, requestOf } from "./draft";
import type { WorkflowDraft } from "./draft";
import { Steps } from "./Steps";
import { useEdited } from "./useEdited";
import { Problem } from "../../parts/Problem";
import style from "./Editor.module.css";

type Request = Extract<ReturnType<typeof requestOf>, { kind: "request" }>["fields"];

export function NewEditor({ empty }: { empty: WorkflowDraft }) {
  const href = useHref();
  const [, navigate] = useLocation();
  const { id: projectId } = useProject();
  const create = useProjectMutation(api.workflows.dashboard.create);
  return (
    <Editor
      title="New workflow"
      place={`workflow.${projectId}.new`}
      saved={empty}
      version="new"
      save={async (fields) => {
        const { id } = await create(fields);
        navigate(href(`workflows/${id}`), { replace: true });
      }}
    />
  );
}

export function SavedEditor({ workflow }: { workflow: Workflow }) {
  const { id, name, isEnabled } = workflow;
  const href = useHref();
  const [, navigate] = useLocation();
  const mayWrite = useMay("work:write");
  const update = useProjectMutation(api.workflows.dashboard.update);
  const remove = useProjectMutation(api.workflows.dashboard.remove);
  const [open, setOpen] = useState<"run" | "remove" | null>(null);
  useCommands(
    mayWrite
      ? [
          ...(isEnabled
            ? [{ title: "Start a run with it", keys: "s", group: "Workflow", run: () => setOpen("run") }]
            : []),
          { title: "Delete the workflow", keys: "shift+Delete", group: "Workflow", run: () => setOpen("remove") },
        ]
      : [],
  );
  return (
    <>
      <Editor
        title={name}
        place={`workflow.${id}`}
        saved={draftOf(workflow)}
        version={workflow.updatedAt}
        save={async (fields) => await update({ id, ...fields })}
        actions={
          mayWrite && (
            <>
              <Button
                look="bare"
                isSquare
                aria-label="Delete the workflow"
                icon={<Trash2 size={16} aria-hidden />}
                onClick={() => setOpen("remove")}
              />
              {isEnabled && (
                <Button icon={<Play size={15} aria-hidden />} onClick={() => setOpen("run")}>
                  Start a run
                </Button>
              )}
            </>
          )
        }
      />
      {open === "run" && <StartRun workflowId={id} onClose={() => setOpen(null)} />}
      {open === "remove" && (
        <Confirm
          title={`Delete “${name}”?`}
          label="Delete"
          change={async () => await remove({ id })}
          done="The workflow is in the trash."
          onClose={() => setOpen(null)}
          onDone={() => navigate(href("workflows"))}
        >
          Its runs stay. No new run, chain or recurring task can use it until somebody restores it from the trash.
        </Confirm>
      )}
    </>
  );
}

interface EditorProps {
  title: string;
  /** Where unsaved changes are kept. */
  place: string;
  saved: WorkflowDraft;
  version: string;
  save: (fields: Request) => Promise<unknown>;
  actions?: React.ReactNode;
}

function Editor({ title, place, saved, version, save, actions }: EditorProps) {
  const href = useHref();
  const mayWrite = useMay("work:write");
  const { shown, isChanged, isOutrun, change, forget } = useEdited(place, saved, version);
  const { problemOf, show, clear } = useProblems();
  const [isSaving, setSaving] = useState(false);

  async function send(): Promise<void> {
    if (isSaving || !isChanged) return;
    const asked = requestOf(shown);
    clear();
    if (asked.kind === "fault") return show(asked.fault);
    setSaving(true);
    try {
      await save(asked.fields);
      forget();
      showNotice({ tone: "good", text: "The workflow is saved. Runs that start from now on follow it." });
    } catch (error) {
      show(refusalOf(error));
    } finally {
      setSaving(false);
    }
  }

  useCommands(
    mayWrite
      ? [{ title: "Save the workflow", keys: "mod+s", group: "Workflow", worksInFields: true, run: () => void send() }]
      : [],
  );

  return (
    <>
      <PageHead
        title={title}
        above={[{ label: "Workflows", href: href("workflows") }]}
        actions={
          <>
            {actions}
            {mayWrite && isChanged && <Button onClick={forget}>Discard changes</Button>}
            {mayWrite && (
              <Button look="main" disabled={!isChanged || isSaving} onClick={() => void send()}>
                Save <Keys of="mod+s" />
              </Button>
            )}
          </>
        }
      >
        <Notes isChanged={isChanged} isOutrun={isOutrun} problem={problemOf(null)} />
      </PageHead>
      <div className={style.editor}>
        <About draft={shown} change={change} problemOf={problemOf} isDisabled={!mayWrite} />
        <Steps
          steps={shown.steps}
          onChange={(steps) => change({ steps })}
          problemOf={problemOf}
          isDisabled={!mayWrite}
        />
      </div>
    </>
  );
}

function Notes({
  isChanged,
  isOutrun,
  problem,
}: {
  isChanged: boolean;
  isOutrun: boolean;
  problem: string | undefined;
}) {
  if (!isChanged && problem === undefined) return null;
  return (
    <div className={style.notes}>
      {isChanged && (
        <p role="status">
          {isOutrun
            ? "Somebody has saved another version since you began. Saving replaces it; discarding your changes shows it."
            : "Not saved yet. This tab keeps your changes."}
        </p>
      )}
      <Problem text={problem} />
    </div>
  );
}
