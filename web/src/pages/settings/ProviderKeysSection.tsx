// The keys with which agents use providers of models, and runners use the code host. Nobody can read them again.
import { useId, useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { belongsToOrigins, originsOfRepository } from "#convex/providerKeys/codeHostOrigins";
import { useProject } from "../../project/project";
import { useProjectAction, useProjectList, useProjectMutation } from "../../live/projectHooks";
import { EmptyState } from "../../parts/EmptyState";
import { LongTextField, TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { showNotice } from "../../feedback/notices";
import table from "../../parts/Table.module.css";
import { TimeAgo } from "../../parts/Time";
import { useForm } from "../../parts/useForm";
import { SettingsList } from "./SettingsList";
import { RemoveButton } from "./RemoveButton";

type ProviderKey = FunctionReturnType<typeof api.providerKeys.dashboard.list>["page"][number];

export function ProviderKeysSection() {
  const list = useProjectList(api.providerKeys.dashboard.list, {}, 100);
  return (
    <SettingsList
      about="Runners use these keys. They are stored encrypted, and only their last four characters are shown."
      adding={{
        label: "Set a key",
        title: "Set a provider key",
        keys: "n",
        dialog: (onClose) => <SetKey onClose={onClose} />,
      }}
      list={list}
      columns={[{ name: "Provider" }, { name: "Key", className: table.some }, { name: "Set", className: table.end }]}
      keyOf={({ provider }) => provider}
      renderRow={(key) => <KeyRow providerKey={key} />}
      empty={
        <EmptyState title="No provider keys yet">
          An agent that is signed in on the runner’s machine needs none. For pull requests, set a key for code_host.
        </EmptyState>
      }
    />
  );
}

function KeyRow({ providerKey }: { providerKey: ProviderKey }) {
  const remove = useProjectMutation(api.providerKeys.dashboard.remove);
  const { provider, known, lastFour, updatedAt, origins } = providerKey;
  return (
    <tr className={table.row}>
      <td className={table.main}>
        {provider}
        {!known && <span className={table.below}>The service does not use this provider. Is it spelled right?</span>}
        {origins !== null && <span className={table.below}>{originsText(origins)}</span>}
      </td>
      <td className={table.some} data-label="Key">
        …{lastFour}
      </td>
      <td className={table.end} data-label="Set">
        <TimeAgo at={updatedAt} />
      </td>
      <td className={table.end}>
        <RemoveButton
          label="Remove"
          title={`Remove the key of ${provider}`}
          change={() => remove({ provider })}
          successText={`The key of ${provider} is removed.`}
        >
          Agents that need it fail from their next step on.
        </RemoveButton>
      </td>
    </tr>
  );
}

function originsText(origins: readonly string[]): string {
  if (origins.length === 0) return "Not sent anywhere: set it again with the address of your code host.";
  return `Sent only to ${origins.join(", ")}`;
}

function SetKey({ onClose }: { onClose: () => void }) {
  const { id, gitRepoUrl } = useProject();
  const providers = useId();
  const set = useProjectAction(api.providerKeys.dashboard.set);
  // The key itself is not kept as a draft: it would stay readable in this browser.
  const [key, setKey] = useState("");
  const form = useForm(`providerKey.${id}`, { provider: "anthropic", origins: "" });
  const { draft, field, problemOf } = form;
  return (
    <FormDialog
      title="Set a provider key"
      label="Set"
      canSend={draft.provider !== "" && key !== ""}
      form={form}
      onClose={onClose}
      send={async ({ provider, origins }) => {
        const named = belongsToOrigins(provider) ? origins.split(/[\s,]+/).filter((origin) => origin !== "") : [];
        await set({ provider, key, ...(named.length === 0 ? {} : { origins: named }) });
        showNotice({ tone: "good", text: `The key of ${provider} is set.` });
        onClose();
      }}
    >
      <TextField label="Provider" list={providers} {...field("provider")} />
      <datalist id={providers}>
        {["anthropic", "openai", "openrouter", "code_host", "sandbox"].map((provider) => (
          <option key={provider} value={provider} />
        ))}
      </datalist>
      {belongsToOrigins(draft.provider) && (
        <LongTextField
          label="Addresses"
          hint="Addresses that may receive the key, one per line. If it is empty: those of the previous key, or else the host of the project’s repository."
          placeholder={originsOfRepository(gitRepoUrl)[0] ?? "https://github.com"}
          {...field("origins")}
        />
      )}
      <TextField label="Key" type="password" autoFocus value={key} onChange={setKey} problem={problemOf("key")} />
    </FormDialog>
  );
}
