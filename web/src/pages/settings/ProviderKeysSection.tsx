// The keys with which agents use providers of models, and runners use the code host. Nobody can read them again.
import { useId, useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useProject } from "../../app/project";
import { useProjectAction, useProjectList, useProjectMutation } from "../../live/useProjectQuery";
import { Empty } from "../../parts/Empty";
import { TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { showNotice } from "../../parts/notices";
import table from "../../parts/Table.module.css";
import { Ago } from "../../parts/Time";
import { useForm } from "../../parts/useForm";
import { ListSection } from "./ListSection";
import { Removal } from "./Removal";

type ProviderKey = FunctionReturnType<typeof api.providerKeys.dashboard.list>["page"][number];

export function ProviderKeysSection() {
  const list = useProjectList(api.providerKeys.dashboard.list, {}, 100);
  return (
    <ListSection
      about="Runners hand these to agents. They are stored sealed, and only their last four characters are shown."
      adding={{
        label: "Set a key",
        title: "Set a provider’s key",
        keys: "n",
        dialog: (onClose) => <SetKey onClose={onClose} />,
      }}
      list={list}
      columns={[{ name: "Provider" }, { name: "Key", className: table.some }, { name: "Set", className: table.end }]}
      row={(key) => <KeyRow key={key.provider} providerKey={key} />}
      none={
        <Empty title="No provider keys yet">
          An agent that is signed in on the runner’s machine needs none. For pull requests set the key of code_host.
        </Empty>
      }
    />
  );
}

function KeyRow({ providerKey }: { providerKey: ProviderKey }) {
  const remove = useProjectMutation(api.providerKeys.dashboard.remove);
  const { provider, known, lastFour, updatedAt } = providerKey;
  return (
    <tr className={table.row}>
      <td className={table.main}>
        {provider}
        {!known && (
          <span className={table.below}>No part of the service asks for this provider. Is it spelled right?</span>
        )}
      </td>
      <td className={table.some} data-label="Key">
        …{lastFour}
      </td>
      <td className={table.end} data-label="Set">
        <Ago at={updatedAt} />
      </td>
      <td className={table.end}>
        <Removal
          label="Remove"
          title={`Remove the key of ${provider}`}
          change={() => remove({ provider })}
          done={`The key of ${provider} is removed.`}
        >
          Agents that need it fail from their next step on.
        </Removal>
      </td>
    </tr>
  );
}

function SetKey({ onClose }: { onClose: () => void }) {
  const { id } = useProject();
  const providers = useId();
  const set = useProjectAction(api.providerKeys.dashboard.set);
  // The key itself is not kept as a draft: it would stay readable in this browser.
  const [key, setKey] = useState("");
  const form = useForm(`providerKey.${id}`, { provider: "anthropic" });
  const { draft, field, problemOf } = form;
  return (
    <FormDialog
      title="Set a provider’s key"
      label="Set"
      canSend={draft.provider !== "" && key !== ""}
      form={form}
      onClose={onClose}
      send={async ({ provider }) => {
        await set({ provider, key });
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
      <TextField label="Key" type="password" autoFocus value={key} onChange={setKey} problem={problemOf("key")} />
    </FormDialog>
  );
}
