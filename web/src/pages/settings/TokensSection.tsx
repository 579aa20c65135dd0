// Tokens with which runners serve this project alone.
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useMay } from "../../project/project";
import { useProjectList, useProjectMutation } from "../../live/useProjectQuery";
import { Empty } from "../../parts/Empty";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { Ago } from "../../parts/Time";
import { ListSection } from "./ListSection";
import { MakeToken } from "./MakeToken";
import { Removal } from "./Removal";
import { Ends, SecretName } from "./SecretCells";
import { ShownOnce } from "./ShownOnce";

type Token = FunctionReturnType<typeof api.runnerTokens.dashboard.list>["page"][number];

export function TokensSection() {
  const mayMake = useMay("runnerTokens:make");
  const list = useProjectList(api.runnerTokens.dashboard.list, {}, 100);
  const [made, setMade] = useState<string | null>(null);
  const making = {
    label: "Make a token",
    title: "Make a runner token",
    keys: "n",
    dialog: (onClose: () => void) => <MakeToken onClose={onClose} onMade={setMade} />,
  };
  return (
    <>
      <ListSection
        about="A runner with a token does the work of this project alone. Its holder reads the project’s secrets, so only owners make one."
        adding={mayMake ? making : null}
        list={list}
        columns={[{ name: "Token" }, { name: "State", className: table.state }, { name: "Made", className: table.end }]}
        keyOf={({ id }) => id}
        row={(token) => <TokenRow token={token} />}
        none={
          <Empty title="No runner tokens yet" command="npm run runner -- --url <address of the API> --token-file token">
            On the machine of the service a runner needs none. Elsewhere it takes one:
          </Empty>
        }
      />
      {made !== null && (
        <ShownOnce
          title="The new runner token"
          secret={made}
          use="npm run runner -- --url <address of the API> --token-file <file with the token>"
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
          of={status === "active" && !isValid ? "expired" : status}
          label={status === "active" && !isValid ? "Ended" : status}
        />
        {isValid && expiresAt !== null && <Ends at={expiresAt} />}
      </td>
      <td className={table.end} data-label="Made">
        <Ago at={createdAt} />
      </td>
      <td className={table.end}>
        {status === "active" && (
          <Removal
            label="Revoke"
            title={`Revoke ${name}`}
            change={() => revoke({ tokenId })}
            done={`${name} is revoked.`}
          >
            Its runner is refused from this moment on. What it was working on goes to another runner.
          </Removal>
        )}
      </td>
    </tr>
  );
}
