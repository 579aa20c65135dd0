// The editor of a workflow: what it is called, and its steps.
import { Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref, useHasPermission, useProject } from "../../project/project";
import StartRunDialog from "../../domain/runs/StartRunDialog";
import type { Workflow } from "../../domain/workflows/useWorkflows";
import { useCommands } from "../../shortcuts/commands";
import { toServiceError } from "../../feedback/serviceError";
import { useProjectMutation } from "../../live/projectHooks";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { ConfirmDialog } from "../../parts/ConfirmDialog";
import { showNotice } from "../../feedback/notices";
import { PageHeader } from "../../parts/PageHeader";
import { useFormProblems } from "../../parts/useFormProblems";
import { WorkflowDetailsForm } from "./WorkflowDetailsForm";
import { emptyStep, toWorkflowDraft, toWorkflowRequest } from "./workflowDraft";
import type { WorkflowDraft } from "./workflowDraft";
import { StepsEditor } from "./StepsEditor";
import { useUnsavedChanges } from "./useUnsavedChanges";
import { ErrorText } from "../../parts/ErrorText";
import style from "./WorkflowEditor.module.css";

type Request = Extract<ReturnType<typeof toWorkflowRequest>, { kind: "request" }>["fields"];

export function NewWorkflowEditor({ empty }: { empty: WorkflowDraft }) {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const { id: projectId } = useProject();
  const create = useProjectMutation(api.workflows.dashboard.create);
  return (
    <Editor
      title="New workflow"
      draftName={`workflow.${projectId}.new`}
      saved={empty}
      version="new"
      save={async (fields) => {
        const { id } = await create(fields);
        navigate(href(`workflows/${id}`), { replace: true });
      }}
    />
  );
}

export function SavedWorkflowEditor({ workflow }: { workflow: Workflow }) {
  const { id, name, isEnabled } = workflow;
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const mayWrite = useHasPermission("work:write");
  const update = useProjectMutation(api.workflows.dashboard.update);
  const remove = useProjectMutation(api.workflows.dashboard.remove);
  const [open, setOpen] = useState<"run" | "remove" | null>(null);
  useCommands(
    mayWrite
      ? [
          ...(isEnabled
            ? [{ title: "Start a run with this workflow", keys: "s", group: "Workflow", run: () => setOpen("run") }]
            : []),
          { title: "Move to the trash", keys: "shift+Delete", group: "Workflow", run: () => setOpen("remove") },
        ]
      : [],
  );
  return (
    <>
      <Editor
        title={name}
        draftName={`workflow.${id}`}
        saved={toWorkflowDraft(workflow)}
        version={workflow.updatedAt}
        save={async (fields) => await update({ id, ...fields })}
        actions={
          mayWrite && (
            <>
              <Button
                look="bare"
                isSquare
                aria-label="Move to the trash"
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
      {open === "run" && <StartRunDialog workflowId={id} onClose={() => setOpen(null)} />}
      {open === "remove" && (
        <ConfirmDialog
          title={`Move “${name}” to the trash?`}
          label="Move to the trash"
          change={async () => await remove({ id })}
          successText="The workflow is in the trash."
          onClose={() => setOpen(null)}
          onDone={() => navigate(href("workflows"))}
        >
          Its runs are kept. No new run, chain or recurring task can use it until somebody restores it from the trash.
        </ConfirmDialog>
      )}
    </>
  );
}

interface EditorProps {
  title: string;
  /** Where unsaved changes are kept. */
  draftName: string;
  saved: WorkflowDraft;
  version: string;
  save: (fields: Request) => Promise<unknown>;
  actions?: React.ReactNode;
}

function Editor({ title, draftName, saved, version, save, actions }: EditorProps) {
  const href = useProjectHref();
  const mayWrite = useHasPermission("work:write");
  const { shown: kept, isChanged, isOutdated, change, discard } = useUnsavedChanges(draftName, saved, version);
  // An older version of this page may have kept a workflow or steps without a field that there is now.
  const shown = { ...saved, ...kept, steps: kept.steps.map((step) => Object.assign({}, emptyStep, step)) };
  const { problemOf, setError, clear } = useFormProblems();
  const [isSaving, setSaving] = useState(false);

  async function send(): Promise<void> {
    if (isSaving || !isChanged) return;
    const asked = toWorkflowRequest(shown);
    clear();
    if (asked.kind === "fault") return setError(asked.fault);
    setSaving(true);
    try {
      await save(asked.fields);
      discard();
      showNotice({ tone: "good", text: "The workflow is saved. New runs follow it." });
    } catch (error) {
      setError(toServiceError(error));
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
      <PageHeader
        title={title}
        parents={[{ label: "Workflows", href: href("workflows") }]}
        actions={
          <>
            {actions}
            {mayWrite && isChanged && <Button onClick={discard}>Discard changes</Button>}
            {mayWrite && (
              <Button look="main" disabled={!isChanged || isSaving} onClick={() => void send()}>
                Save <ShortcutKeys keys="mod+s" />
              </Button>
            )}
          </>
        }
      >
        <Notes isChanged={isChanged} isOutrun={isOutdated} problem={problemOf(null)} />
      </PageHeader>
      <div className={style.editor}>
        <WorkflowDetailsForm
          draft={shown}
          change={change}
          problemOf={problemOf}
          isDisabled={!mayWrite}
          isNew={version === "new"}
        />
        <StepsEditor
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
            ? "Somebody saved another version while you were editing. Saving replaces it; discarding your changes shows it."
            : "Not saved yet. Your changes are kept in this tab."}
        </p>
      )}
      <ErrorText text={problem} />
    </div>
  );
}
