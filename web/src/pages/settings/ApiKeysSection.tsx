// Keys with which programs use the project through REST.
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { useServiceUrl } from "../../domain/runners/useServiceUrl";
import { useProjectList, useProjectMutation } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { EmptyState } from "../../parts/EmptyState";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { TimeAgo } from "../../parts/Time";
import { SettingsList } from "./SettingsList";
import { NewApiKeyDialog } from "./NewApiKeyDialog";
import { ProjectLimits } from "./ProjectLimits";
import { RemoveButton } from "./RemoveButton";
import { RotateKeyDialog } from "./RotateKeyDialog";
import { ExpiryNote, SecretName } from "./SecretCells";
import { SecretDialog } from "./SecretDialog";

type Key = FunctionReturnType<typeof api.apiKeys.dashboard.list>["page"][number];

export function ApiKeysSection() {
  const list = useProjectList(api.apiKeys.dashboard.list, {}, 100);
  const [made, setMade] = useState<string | null>(null);
  const serviceUrl = useServiceUrl();
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
        hasTwoActions
        keyOf={({ id }) => id}
        renderRow={(key) => <KeyRow apiKey={key} onMade={setMade} />}
        empty={<EmptyState title="No keys yet">Programs need a key to use the REST API.</EmptyState>}
      />
      <ProjectLimits />
      {made !== null && (
        <SecretDialog
          title="The new key"
          secret={made}
          example={`curl -H "Authorization: Bearer ${made}" ${serviceUrl}/api/v1/project`}
          onClose={() => setMade(null)}
        />
      )}
    </>
  );
}

interface RowProps {
  apiKey: Key;
  /** Called with a key that takes the place of this one. */
  onMade: (key: string) => void;
}

function KeyRow({ apiKey, onMade }: RowProps) {
  const { scopes, preset, workflowIds, status, lastUsedAt, lastUsedRoute, expiresAt, replacedBy } = apiKey;
  const may = scopes.includes("*") ? "everything" : (preset ?? scopes.join(", "));
  return (
    <tr className={table.row}>
      <SecretName secret={apiKey} />
      <td className={`${table.some} ${table.minor}`} title={scopes.join(", ")}>
        {may}
        {workflowIds !== null && <span className={table.below}>{countOf(workflowIds)}</span>}
      </td>
      <td className={table.state}>
        <Status status={status} />
        {replacedBy !== null && <span className={table.below}>replaced</span>}
        {status === "active" && expiresAt !== null && <ExpiryNote at={expiresAt} />}
      </td>
      <td className={table.end} data-label="Last used">
        {lastUsedAt === null ? "never" : <TimeAgo at={lastUsedAt} />}
        {lastUsedRoute !== null && <span className={table.below}>{lastUsedRoute.replace("/api/v1", "")}</span>}
      </td>
      <td className={table.end}>{status === "active" && <KeyActions apiKey={apiKey} onMade={onMade} />}</td>
    </tr>
  );
}

function countOf(workflowIds: readonly string[]): string {
  return workflowIds.length === 1 ? "only 1 workflow" : `only ${workflowIds.length} workflows`;
}

function KeyActions({ apiKey, onMade }: RowProps) {
  const revoke = useProjectMutation(api.apiKeys.dashboard.revoke);
  const [isRotating, setRotating] = useState(false);
  const { id: keyId, name, replacedBy } = apiKey;
  return (
    <>
      {replacedBy === null && (
        <Button aria-label={`Rotate ${name}`} onClick={() => setRotating(true)}>
          Rotate
        </Button>
      )}{" "}
      <RemoveButton
        label="Revoke"
        title={`Revoke ${name}`}
        change={() => revoke({ keyId })}
        successText={`${name} is revoked.`}
      >
        Programs that use it, and keys that it created, are refused at once.
      </RemoveButton>
      {isRotating && <RotateKeyDialog apiKey={apiKey} onClose={() => setRotating(false)} onMade={onMade} />}
    </>
  );
}
