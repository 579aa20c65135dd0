// A new key, with no more rights than its maker has.
import { api } from "#convex/_generated/api";
import { scopesOfAreas, scopesWithin } from "#convex/callers/scopes";
import { useProject } from "../../project/project";
import { useProjectAction } from "../../live/projectHooks";
import { ChoicesField } from "../../parts/ChoicesField";
import { TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { useForm } from "../../parts/useForm";

export function NewApiKeyDialog({ onClose, onMade }: { onClose: () => void; onMade: (key: string) => void }) {
  const { id, role } = useProject();
  const generate = useProjectAction(api.apiKeys.dashboard.generate);
  const form = useForm(`key.${id}`, {
    name: "",
    expiresAt: "",
    scopes: [] as string[],
  });
  const { draft, field, change } = form;
  const grantable = scopesWithin(role, ["*", ...scopesOfAreas, "admin"]).filter((scope) => scope !== "*");
  return (
    <FormDialog
      title="Create a key"
      label="Create"
      canSend={draft.name !== ""}
      form={form}
      onClose={onClose}
      send={async () => {
        const { name, scopes, expiresAt } = draft;
        const { key } = await generate({
          name,
          ...(scopes.length === 0 ? {} : { scopes }),
          ...(expiresAt === "" ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
        });
        onClose();
        onMade(key);
      }}
    >
      <TextField label="Name" autoFocus hint="For example the program that uses it." {...field("name")} />
      <ChoicesField
        label="Access to (if you choose nothing: everything that you may use)"
        choices={[...new Set(grantable)].map((scope) => ({ value: scope, label: scope.replace(/:write$/, "") }))}
        chosen={draft.scopes}
        onChange={(scopes) => change({ scopes })}
      />
      <TextField
        label="Expires"
        type="datetime-local"
        hint="If it is empty, it never expires."
        {...field("expiresAt")}
      />
    </FormDialog>
  );
}
