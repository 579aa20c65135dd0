// Calls a run completed although one of its gates has not passed.
import { api } from "#convex/_generated/api";
import { useProjectMutation } from "../../live/projectHooks";
import { LongTextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { showNotice } from "../../feedback/notices";
import { useForm } from "../../parts/useForm";
import type { Run } from "./useRun";

export function AcceptDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const accept = useProjectMutation(api.runs.dashboard.accept);
  const form = useForm(`accept.${run.id}`, { reason: "" });
  const { draft, field } = form;

  async function send(): Promise<void> {
    await accept({ runId: run.id, reason: draft.reason });
    showNotice({ tone: "good", text: "The run is completed." });
    onClose();
  }

  return (
    <FormDialog
      title="Accept the run"
      label="Accept"
      canSend={draft.reason.trim() !== ""}
      form={form}
      send={send}
      onClose={onClose}
    >
      <LongTextField {...field("reason")} label="Reason" hint="The run shows it, with your name." />
    </FormDialog>
  );
}
