// A new token for a runner of this project.
import { api } from "../../../../convex/_generated/api";
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
      title="Make a runner token"
      label="Make"
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
      <TextField label="Name" autoFocus hint="Such as the machine of the runner." {...field("name")} />
      <TextField label="Ends" type="datetime-local" hint="Never when this is empty." {...field("expiresAt")} />
    </FormDialog>
  );
}
