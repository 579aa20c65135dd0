// Writes down an issue. What is typed stays until the service has accepted it.
import { api } from "#convex/_generated/api";
import { levels } from "#convex/lib/sharedValues";
import { oneOf } from "../../urlState/useAddressParameters";
import { useProjectHref, useProject } from "../../project/project";
import { useProjectMutation } from "../../live/projectHooks";
import { ChoiceField, LongTextField, TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { showNotice } from "../../feedback/notices";
import { useForm } from "../../parts/useForm";
import { useLocation } from "wouter";
import { priorityChoices } from "./issue";

const empty = { title: "", description: "", priority: "medium", suggestedPrompt: "" };

export function NewIssueDialog({ sessionId, onClose }: { sessionId: string | null; onClose: () => void }) {
  const { id: projectId } = useProject();
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const create = useProjectMutation(api.issues.dashboard.create);
  const form = useForm(`issue.${projectId}`, empty);
  const { draft, field } = form;

  async function send(): Promise<void> {
    const { title, description, suggestedPrompt } = draft;
    const priority = oneOf(draft.priority, levels) ?? "medium";
    const { id } = await create({
      title,
      priority,
      ...(description === "" ? {} : { description }),
      ...(suggestedPrompt === "" ? {} : { suggestedPrompt }),
      ...(sessionId === null ? {} : { sessionId }),
    });
    onClose();
    const action = { label: "Open", run: () => navigate(href(`issues/${id}`)) };
    showNotice({ tone: "good", text: "The issue is created.", action });
  }

  return (
    <FormDialog
      title="New issue"
      label="Create"
      canSend={draft.title.trim() !== ""}
      form={form}
      send={send}
      onClose={onClose}
    >
      <TextField label="Title" autoFocus {...field("title")} />
      <LongTextField label="Description" {...field("description")} />
      <ChoiceField label="Priority" choices={priorityChoices} {...field("priority")} />
      <LongTextField
        label="Suggested prompt"
        hint="The prompt of runs about this issue. If it is empty, the description is used."
        {...field("suggestedPrompt")}
      />
    </FormDialog>
  );
}
