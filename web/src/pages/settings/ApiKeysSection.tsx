// Keys with which programs use the project through REST.
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { useProjectList, useProjectMutation } from "../../live/projectHooks";
import { EmptyState } from "../../parts/EmptyState";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { TimeAgo } from "../../parts/Time";
import { SettingsList } from "./SettingsList";
import { NewApiKeyDialog } from "./NewApiKeyDialog";
import { RemoveButton } from "./RemoveButton";
import { ExpiryNote, SecretName } from "./SecretCells";
import { SecretDialog } from "./SecretDialog";

type Key = FunctionReturnType<typeof api.apiKeys.dashboard.list>["page"][number];

export function ApiKeysSection() {
  const list = useProjectList(api.apiKeys.dashboard.list, {}, 100);
  const [made, setMade] = useState<string | null>(null);
  return (
    <>
      <SettingsList
        about="A key can do at most what the person it was created for can do, and ends with their membership."
        adding={{
          label: "Create a key",
          title: "Create a key",
          keys: "n",
          dialog: (onClose) => <NewApiKeyDialog onClose={onClose} onMade={setMade} />,
        }}
        list={list}
        columns={[
          { name: "Key" },
          { name: "Scopes", className: `${table.some} ${table.minor}` },
          { name: "State", className: table.state },
          { name: "Last used", className: table.end },
        ]}
        keyOf={({ id }) => id}
        renderRow={(key) => <KeyRow apiKey={key} />}
        empty={<EmptyState title="No keys yet">Programs need a key to use the REST API.</EmptyState>}
      />
      {made !== null && (
        <SecretDialog
          title="The new key"
          secret={made}
          example={`curl -H "Authorization: Bearer ${made}" <address of the API>/api/v1/project`}
          onClose={() => setMade(null)}
        />
      )}
    </>
  );
}

function KeyRow({ apiKey }: { apiKey: Key }) {
  const revoke = useProjectMutation(api.apiKeys.dashboard.revoke);
  const { id: keyId, name, scopes, status, lastUsedAt, expiresAt } = apiKey;
  const may = scopes.includes("*") ? "everything" : scopes.join(", ");
  return (
    <tr className={table.row}>
      <SecretName secret={apiKey} />
      <td className={`${table.some} ${table.minor}`} title={may}>
        {may}
      </td>
      <td className={table.state}>
        <Status status={status} />
        {status === "active" && expiresAt !== null && <ExpiryNote at={expiresAt} />}
      </td>
      <td className={table.end} data-label="Last used">
        {lastUsedAt === null ? "never" : <TimeAgo at={lastUsedAt} />}
      </td>
      <td className={table.end}>
        {status === "active" && (
          <RemoveButton
            label="Revoke"
            title={`Revoke ${name}`}
            change={() => revoke({ keyId })}
            successText={`${name} is revoked.`}
          >
            Programs that use it, and keys that it created, are refused at once.
          </RemoveButton>
        )}
      </td>
    </tr>
  );
}
