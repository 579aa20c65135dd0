// Tokens with which runners serve this project alone.
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { useHasPermission } from "../../project/project";
import { useServiceUrl } from "../../domain/runners/useServiceUrl";
import { useProjectList, useProjectMutation } from "../../live/projectHooks";
import { EmptyState } from "../../parts/EmptyState";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { TimeAgo } from "../../parts/Time";
import { SettingsList } from "./SettingsList";
import { NewRunnerTokenDialog } from "./NewRunnerTokenDialog";
import { RemoveButton } from "./RemoveButton";
import { ExpiryNote, SecretName } from "./SecretCells";
import { SecretDialog } from "./SecretDialog";

type Token = FunctionReturnType<typeof api.runnerTokens.dashboard.list>["page"][number];

export function RunnerTokensSection() {
  const mayMake = useHasPermission("runnerTokens:make");
  const list = useProjectList(api.runnerTokens.dashboard.list, {}, 100);
  const [made, setMade] = useState<string | null>(null);
  const serviceUrl = useServiceUrl();
  const making = {
    label: "Create a token",
    title: "Create a runner token",
    keys: "n",
    dialog: (onClose: () => void) => <NewRunnerTokenDialog onClose={onClose} onMade={setMade} />,
  };
  return (
    <>
      <SettingsList
        about="A runner with a token works only for this project. A token gives access to the project’s secrets, so only owners can create one."
        adding={mayMake ? making : null}
        list={list}
        columns={[
          { name: "Token" },
          { name: "State", className: table.state },
          { name: "Created", className: table.end },
        ]}
        keyOf={({ id }) => id}
        renderRow={(token) => <TokenRow token={token} />}
        empty={
          <EmptyState title="No runner tokens yet" command={`npm run runner -- --url ${serviceUrl} --token-file token`}>
            A runner on the service’s machine needs none. On another machine, pass a token:
          </EmptyState>
        }
      />
      {made !== null && (
        <SecretDialog
          title="The new runner token"
          secret={made}
          example={`npm run runner -- --url ${serviceUrl} --token-file <file with the token>`}
          onClose={() => setMade(null)}
        />
      )}
    </>
  );
}

function TokenRow({ token }: { token: Token }) {
  const revoke = useProjectMutation(api.runnerTokens.dashboard.revoke);
  const { id: tokenId, name, status, createdAt, expiresAt, isValid } = token;
  return (
    <tr className={table.row}>
      <SecretName secret={token} />
      <td className={table.state}>
        <Status
          status={status === "active" && !isValid ? "expired" : status}
          label={status === "active" && !isValid ? "Ended" : status}
        />
        {isValid && expiresAt !== null && <ExpiryNote at={expiresAt} />}
      </td>
      <td className={table.end} data-label="Created">
        <TimeAgo at={createdAt} />
      </td>
      <td className={table.end}>
        {status === "active" && (
          <RemoveButton
            label="Revoke"
            title={`Revoke ${name}`}
            change={() => revoke({ tokenId })}
            successText={`${name} is revoked.`}
          >
            Its runner is refused at once, and its work goes to another runner.
          </RemoveButton>
        )}
      </td>
    </tr>
  );
}
