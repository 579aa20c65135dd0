import { api } from "../../../../convex/_generated/api";
import { useProject } from "../../project/project";
import { useProjectMutation } from "../../live/useProjectQuery";
import { FormDialog } from "../../parts/FormDialog";
import { showNotice } from "../../feedback/notices";
import { useForm } from "../../parts/useForm";
import { LearningFields, draftOf, requestOf } from "./LearningFields";
import type { LearningDraft } from "./LearningFields";

export function NewLearning({ onClose }: { onClose: () => void }) {
  const { id: projectId } = useProject();
  const create = useProjectMutation(api.learnings.dashboard.create);
  const form = useForm<LearningDraft>(`learning.new.${projectId}`, draftOf(null));
  async function send(draft: LearningDraft): Promise<void> {
    await create(requestOf(draft));
    showNotice({ tone: "good", text: "The learning waits for a review." });
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
