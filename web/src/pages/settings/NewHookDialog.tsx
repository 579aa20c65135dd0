// A new hook, for one code host.
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { useProject } from "../../project/project";
import { useProjectAction } from "../../live/projectHooks";
import { ChoiceField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { useForm } from "../../parts/useForm";
import { hostNames } from "./hookHosts";

export type NewHook = FunctionReturnType<typeof api.hooks.dashboard.create>;

export function NewHookDialog({ onClose, onMade }: { onClose: () => void; onMade: (hook: NewHook) => void }) {
  const { id, gitRepoUrl } = useProject();
  const create = useProjectAction(api.hooks.dashboard.create);
  const form = useForm(`hook.${id}`, { kind: gitRepoUrl?.includes("gitlab") === true ? "gitlab" : "github" });
  return (
    <FormDialog
      title="Create a hook"
      label="Create"
      canSend
      form={form}
      onClose={onClose}
      send={async ({ kind }) => {
        const hook = await create({ kind: kind === "gitlab" ? "gitlab" : "github" });
        onClose();
        onMade(hook);
      }}
    >
      <ChoiceField
        label="Code host"
        choices={Object.entries(hostNames).map(([value, label]) => ({ value, label }))}
        {...form.field("kind")}
      />
    </FormDialog>
  );
}
