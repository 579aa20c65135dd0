// Which span of time is sent again.
import { api } from "#convex/_generated/api";
import { showNotice } from "../../feedback/notices";
import { useProjectMutation } from "../../live/projectHooks";
import { TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { useForm } from "../../parts/useForm";

export function ReplayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const replay = useProjectMutation(api.webhooks.dashboard.replay);
  const form = useForm(`replay.${id}`, { from: "", to: "" });
  const { draft, field } = form;
  return (
    <FormDialog
      title="Send events again"
      label="Send"
      canSend={draft.from !== "" && draft.to !== ""}
      form={form}
      onClose={onClose}
      send={async ({ from, to }) => {
        const { count } = await replay({ id, from: new Date(from).toISOString(), to: new Date(to).toISOString() });
        onClose();
        showNotice({
          tone: "good",
          text: count === 1 ? "One event is sent again." : `${count} events are sent again.`,
        });
      }}
    >
      <TextField
        label="From"
        type="datetime-local"
        autoFocus
        hint="At most 7 days before the end."
        {...field("from")}
      />
      <TextField label="To" type="datetime-local" {...field("to")} />
    </FormDialog>
  );
}
