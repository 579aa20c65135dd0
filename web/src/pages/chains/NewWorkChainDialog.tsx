// A new work chain: issues in an order, and how they are worked on.
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref, useProject } from "../../project/project";
import { useWorkflows } from "../../domain/workflows/useWorkflows";
import { useProjectMutation } from "../../live/projectHooks";
import { ChoiceField, FieldRow, LongTextField, TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { useForm } from "../../parts/useForm";
import { IssuePicker } from "./IssuePicker";

const empty = { title: "", description: "", issueIds: [] as string[], workflowId: "", gitRepoUrl: "", branchName: "" };

export function NewWorkChainDialog({ onClose }: { onClose: () => void }) {
  const project = useProject();
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const { choices } = useWorkflows();
  const create = useProjectMutation(api.workChains.dashboard.create);
  const form = useForm(`workChain.${project.id}`, empty);
  const { draft, field } = form;
  const workflowId = draft.workflowId === "" ? (choices[0]?.value ?? "") : draft.workflowId;

  async function send(): Promise<void> {
    const { title, description, issueIds, gitRepoUrl, branchName } = draft;
    const chain = await create({
      title,
      issueIds,
      workflowId,
      description: description === "" ? null : description,
      gitRepoUrl: gitRepoUrl === "" ? null : gitRepoUrl,
      branchName: branchName === "" ? null : branchName,
    });
    onClose();
    navigate(href(`chains/${chain.id}`));
  }

  return (
    <FormDialog
      title="New work chain"
      label="Create"
      canSend={draft.title.trim() !== "" && draft.issueIds.length > 0}
      form={form}
      send={send}
      onClose={onClose}
    >
      <TextField label="Title" autoFocus {...field("title")} />
      <IssuePicker {...field("issueIds")} />
      <ChoiceField label="Workflow" choices={choices} {...field("workflowId")} value={workflowId} />
      <FieldRow>
        <TextField label="Repository" placeholder={project.gitRepoUrl ?? "https://…"} {...field("gitRepoUrl")} />
        <TextField label="Branch" placeholder="The workflow's branch" {...field("branchName")} />
      </FieldRow>
      <LongTextField label="Description" {...field("description")} />
    </FormDialog>
  );
}
