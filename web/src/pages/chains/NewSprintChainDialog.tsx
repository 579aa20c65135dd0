// A new sprint chain: one prompt for each sprint of a range.
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref, useProject } from "../../project/project";
import { useWorkflows } from "../../domain/workflows/useWorkflows";
import { useProjectMutation } from "../../live/projectHooks";
import { ChoiceField, FieldRow, LongTextField, TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { useForm } from "../../parts/useForm";

const empty = { prompt: "", workflowId: "", first: "1", last: "3", from: "", gitRepoUrl: "", branchName: "" };

export function NewSprintChainDialog({ onClose }: { onClose: () => void }) {
  const project = useProject();
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const { choices } = useWorkflows();
  const create = useProjectMutation(api.sprintChains.dashboard.create);
  const form = useForm(`sprintChain.${project.id}`, empty);
  const { draft, field } = form;
  const workflowId = draft.workflowId === "" ? (choices[0]?.value ?? "") : draft.workflowId;
  const gitRepoUrl = draft.gitRepoUrl === "" ? (project.gitRepoUrl ?? "") : draft.gitRepoUrl;

  async function send(): Promise<void> {
    const { prompt, first, last, from, branchName } = draft;
    const chain = await create({
      prompt,
      workflowId,
      sprintRange: [Number(first), Number(last)],
      // The service counts sprints from the first of the range.
      resumeFromSprint: from === "" ? null : Number(from) - Number(first),
      gitRepoUrl,
      branchName: branchName === "" ? null : branchName,
    });
    onClose();
    navigate(href(`chains/${chain.id}`));
  }

  return (
    <FormDialog
      title="New sprint chain"
      label="Create"
      canSend={draft.prompt.trim() !== ""}
      form={form}
      send={send}
      onClose={onClose}
    >
      <LongTextField
        label="What should be done in each sprint?"
        hint="A runner starts the first sprint at once."
        autoFocus
        {...field("prompt")}
      />
      <FieldRow>
        <TextField label="First sprint" type="number" min={1} {...field("first", "sprintRange")} />
        <TextField label="Last sprint" type="number" min={1} {...field("last")} />
      </FieldRow>
      <FieldRow>
        <ChoiceField label="Workflow" choices={choices} {...field("workflowId")} value={workflowId} />
        <TextField
          label="Start with sprint"
          hint="Earlier sprints are skipped."
          type="number"
          min={1}
          placeholder={draft.first}
          {...field("from", "resumeFromSprint")}
        />
      </FieldRow>
      <FieldRow>
        <TextField label="Repository" {...field("gitRepoUrl")} value={gitRepoUrl} />
        <TextField label="Branch" placeholder="The workflow's branch" {...field("branchName")} />
      </FieldRow>
    </FormDialog>
  );
}
