import { api } from "#convex/_generated/api";
import { useProject } from "../../project/project";
import { useProjectMutation } from "../../live/projectHooks";
import { FormDialog } from "../../parts/FormDialog";
import { showNotice } from "../../feedback/notices";
import { useForm } from "../../parts/useForm";
import { LearningFields, toLearningDraft, toLearningRequest } from "./LearningFields";
import type { LearningDraft } from "./LearningFields";

export function NewLearningDialog({ onClose }: { onClose: () => void }) {
  const { id: projectId } = useProject();
  const create = useProjectMutation(api.learnings.dashboard.create);
  const form = useForm<LearningDraft>(`learning.new.${projectId}`, toLearningDraft(null));
  async function send(draft: LearningDraft): Promise<void> {
    await create(toLearningRequest(draft));
    showNotice({ tone: "good", text: "The learning is waiting for review." });
    onClose();
  }
  return (
    <FormDialog
      title="New learning"
      label="Create"
      canSend={form.draft.description.trim() !== ""}
      form={form}
      send={send}
      onClose={onClose}
    >
      <LearningFields form={form} />
    </FormDialog>
  );
}
