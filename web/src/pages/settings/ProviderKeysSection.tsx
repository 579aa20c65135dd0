// The keys with which agents use providers of models, and runners use the code host. Nobody can read them again.
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useProject } from "../../app/project";
import { useCommands } from "../../keys/commands";
import { useProjectAction, useProjectList, useProjectMutation } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import { Confirm } from "../../parts/Confirm";
import { Empty } from "../../parts/Empty";
import { TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { Loading } from "../../parts/Loading";
import { showNotice } from "../../parts/notices";
import table from "../../parts/Table.module.css";
import { Ago } from "../../parts/Time";
import { useForm } from "../../parts/useForm";
import style from "./SettingsPage.module.css";

type ProviderKey = FunctionReturnType<typeof api.providerKeys.dashboard.list>["page"][number];

export function ProviderKeysSection() {
  const { results, status } = useProjectList(api.providerKeys.dashboard.list, {}, 100);
  const [isSetting, setSetting] = useState(false);
  useCommands([{ title: "Set a provider’s key", keys: "n", group: "Settings", run: () => setSetting(true) }]);
  if (status === "LoadingFirstPage") return <Loading />;
  return (
    <>
      <div className={style.head}>
        <p>Runners hand these to agents. They are stored sealed, and only their last four characters are shown.</p>
        <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setSetting(true)}>
          Set a key
        </Button>
      </div>
      {results.length === 0 ? (
        <Empty title="No provider keys yet">
          An agent that is signed in on the runner’s machine needs none. For pull requests set the key of code_host.
        </Empty>
      ) : (
        <table className={table.table}>
          <thead>
            <tr className={table.names}>
              <th>Provider</th>
              <th className={table.some}>Key</th>
              <th className={table.end}>Set</th>
              <th className={table.end}>
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {results.map((key) => (
              <KeyRow key={key.provider} providerKey={key} />
            ))}
          </tbody>
        </table>
      )}
      {isSetting && <SetKey onClose={() => setSetting(false)} />}
    </>
  );
}

function KeyRow({ providerKey }: { providerKey: ProviderKey }) {
  const remove = useProjectMutation(api.providerKeys.dashboard.remove);
  const [isRemoving, setRemoving] = useState(false);
  const { provider, known, lastFour, updatedAt } = providerKey;
  return (
    <tr className={table.row}>
      <td className={table.main}>
        {provider}
        {!known && (
          <span className={table.below}>No part of the service asks for this provider. Is it spelled right?</span>
        )}
      </td>
      <td className={table.some}>…{lastFour}</td>
      <td className={table.end}>
        <Ago at={updatedAt} />
      </td>
      <td className={table.end}>
        <Button look="bad" aria-label={`Remove the key of ${provider}`} onClick={() => setRemoving(true)}>
          Remove
        </Button>
        {isRemoving && (
          <Confirm
            title={`Remove the key of ${provider}?`}
            label="Remove"
            change={() => remove({ provider })}
            done={`The key of ${provider} is removed.`}
            onClose={() => setRemoving(false)}
          >
            Agents that need it fail from their next step on.
          </Confirm>
        )}
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
  const { field, draft, submit, isSending, problemOf } = useForm(`providerKey.${id}`, { provider: "anthropic" });
  return (
    <FormDialog
      title="Set a provider’s key"
      label="Set"
      canSend={draft.provider !== "" && key !== ""}
      isSending={isSending}
      problem={problemOf(null)}
      onClose={onClose}
      onSend={() =>
        void submit(async ({ provider }) => {
          await set({ provider, key });
          showNotice({ tone: "good", text: `The key of ${provider} is set.` });
          onClose();
        })
      }
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
