// A new token for a runner of this project.
import { api } from "#convex/_generated/api";
import { useProject } from "../../project/project";
import { useProjectAction } from "../../live/projectHooks";
import { TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { useForm } from "../../parts/useForm";

export function NewRunnerTokenDialog({ onClose, onMade }: { onClose: () => void; onMade: (token: string) => void }) {
  const { id } = useProject();
  const generate = useProjectAction(api.runnerTokens.dashboard.generate);
  const form = useForm(`token.${id}`, { name: "", expiresAt: "" });
  const { draft, field } = form;
  return (
    <FormDialog
      title="Create a runner token"
      label="Create"
      canSend={draft.name !== ""}
      form={form}
      onClose={onClose}
      send={async ({ name, expiresAt }) => {
        const end = expiresAt === "" ? {} : { expiresAt: new Date(expiresAt).toISOString() };
        const { token } = await generate({ name, ...end });
        onClose();
        onMade(token);
      }}
    >
      <TextField label="Name" autoFocus hint="For example the runner's machine." {...field("name")} />
      <TextField
        label="Expires"
        type="datetime-local"
        hint="If it is empty, it never expires."
        {...field("expiresAt")}
      />
    </FormDialog>
  );
}
