// Changes a learning at its place in the list.
import { api } from "#convex/_generated/api";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { useProjectMutation } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { useForm } from "../../parts/useForm";
import { LearningFields, toLearningDraft, toLearningRequest } from "./LearningFields";
import type { LearningDraft } from "./LearningFields";
import type { Learning } from "./learning";
import { ErrorText } from "../../parts/ErrorText";
import style from "./LearningList.module.css";

export function LearningEditor({ learning, onClose }: { learning: Learning; onClose: () => void }) {
  const update = useProjectMutation(api.learnings.dashboard.update);
  const form = useForm<LearningDraft>(`learning.${learning.id}`, toLearningDraft(learning));
  const canSend = form.draft.description.trim() !== "" && !form.isSending;
  const send = () =>
    void form.submit(async (draft) => {
      await update({ learningId: learning.id, ...toLearningRequest(draft) });
      onClose();
    });
  useCommands([
    {
      title: "Save the learning",
      keys: "mod+Enter",
      group: "Learning",
      worksInFields: true,
      run: () => canSend && send(),
    },
    { title: "Stop editing", keys: "Escape", group: "Learning", worksInFields: true, run: onClose },
  ]);
  return (
    <form
      className={style.form}
      aria-label="Edit the learning"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) send();
      }}
    >
      <LearningFields form={form} />
      <ErrorText text={form.problemOf(null)} />
      <div className={style.buttons}>
        <Button type="submit" look="main" disabled={!canSend}>
          Save <ShortcutKeys keys="mod+Enter" />
        </Button>
        <Button onClick={onClose}>
          Close <ShortcutKeys keys="Escape" />
        </Button>
      </div>
    </form>
  );
}
