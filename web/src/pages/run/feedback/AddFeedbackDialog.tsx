// Says something about the run, which a later round can be given.
import { api } from "#convex/_generated/api";
import { useProjectMutation } from "../../../live/projectHooks";
import { FieldRow, LongTextField, TextField } from "../../../parts/Fields";
import { FormDialog } from "../../../parts/FormDialog";
import { useForm } from "../../../parts/useForm";
import { showNotice } from "../../../feedback/notices";
import type { Run } from "../useRun";

export function AddFeedbackDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const add = useProjectMutation(api.feedback.dashboard.add);
  const form = useForm(`feedback.${run.id}`, { text: "", path: "", line: "" });
  const { draft, field } = form;

  async function send(): Promise<void> {
    const { text, path, line } = draft;
    await add({
      runId: run.id,
      text,
      ...(path.trim() === "" ? {} : { path }),
      ...(line.trim() === "" ? {} : { line: Number(line) }),
    });
    showNotice({ tone: "good", text: "The feedback is added." });
    onClose();
  }

  return (
    <FormDialog
      title="Add feedback"
      label="Add"
      canSend={draft.text.trim() !== ""}
      form={form}
      send={send}
      onClose={onClose}
    >
      <LongTextField
        {...field("text")}
        label="Feedback"
        hint="It begins no round by itself. The next round is given it."
      />
      <FieldRow>
        <TextField {...field("path")} label="File" placeholder="src/index.ts" />
        <TextField {...field("line")} label="Line" type="number" min={1} />
      </FieldRow>
    </FormDialog>
  );
}
