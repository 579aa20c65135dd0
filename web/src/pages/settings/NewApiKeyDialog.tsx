// A new key, with no more rights than its maker has.
import { api } from "#convex/_generated/api";
import { presets, scopesOfAreas, scopesWithin } from "#convex/callers/scopes";
import type { Preset } from "#convex/callers/scopes";
import { useProject } from "../../project/project";
import { useProjectAction, useProjectList } from "../../live/projectHooks";
import { ChoicesField } from "../../parts/ChoicesField";
import { ChoiceField, TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { useForm } from "../../parts/useForm";

const proposedDays = 90;

/** What a key may be for. Nothing is chosen at first, so nobody hands out everything without having said so. */
const accessChoices = [
  { value: "", label: "Choose…" },
  { value: "read-only", label: "Read only" },
  { value: "trigger-only", label: "Only start runs" },
  { value: "work", label: "Start and follow runs" },
  { value: "operator", label: "Everything in all areas, but no settings" },
  { value: "chosen", label: "Chosen areas" },
  { value: "all", label: "Everything that you may use" },
];

export function NewApiKeyDialog({ onClose, onMade }: { onClose: () => void; onMade: (key: string) => void }) {
  const { id, role } = useProject();
  const generate = useProjectAction(api.apiKeys.dashboard.generate);
  const form = useForm(`key.${id}`, {
    name: "",
    access: "",
    expiresAt: localTimeIn(proposedDays),
    scopes: [] as string[],
    workflowIds: [] as string[],
  });
  const workflows = useProjectList(api.workflows.dashboard.list, {}, 100).results;
  const { draft, field, change } = form;
  const grantable = [...new Set(scopesWithin(role, ["*", ...scopesOfAreas, "admin"]))].filter((scope) => scope !== "*");
  const granted = grantOf(draft.access, draft.scopes);
  return (
    <FormDialog
      title="Create a key"
      label="Create"
      canSend={draft.name !== "" && draft.access !== "" && granted.scopes?.length !== 0}
      form={form}
      onClose={onClose}
      send={async () => {
        const { name, expiresAt, workflowIds } = draft;
        const { key } = await generate({
          name,
          ...granted,
          ...(workflowIds.length === 0 ? {} : { workflowIds }),
          ...(expiresAt === "" ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
        });
        onClose();
        onMade(key);
      }}
    >
      <TextField label="Name" autoFocus hint="For example the program that uses it." {...field("name")} />
      <ChoiceField label="Access" choices={accessChoices} {...field("access")} />
      {draft.access === "chosen" && (
        <ChoicesField
          label="Areas"
          choices={grantable.map((scope) => ({ value: scope, label: scope.replace(/:write$/, "") }))}
          chosen={draft.scopes}
          onChange={(scopes) => change({ scopes })}
        />
      )}
      {workflows.length > 0 && (
        <ChoicesField
          label="Only runs, chains and schedules of these workflows"
          choices={workflows.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={draft.workflowIds}
          onChange={(workflowIds) => change({ workflowIds })}
        />
      )}
      <TextField
        label="Expires"
        type="datetime-local"
        hint="If it is empty, it never expires."
        {...field("expiresAt")}
      />
    </FormDialog>
  );
}

const areasOfWork = ["runs:write", "sandboxes:write", "workflows:read", "project:read"];

interface Grant {
  scopes?: string[];
  preset?: Preset;
}

/** Nothing means all that the person has. */
function grantOf(access: string, chosen: readonly string[]): Grant {
  const preset = presets.find((each) => each === access);
  if (preset !== undefined) return { preset };
  if (access === "work") return { scopes: areasOfWork };
  return access === "chosen" ? { scopes: [...chosen] } : {};
}

/** As a field for a local time has it. */
function localTimeIn(days: number): string {
  const time = new Date();
  time.setDate(time.getDate() + days);
  time.setSeconds(0, 0);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
