// Tokens with which runners serve this project alone.
import { Plus } from "lucide-react";
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useMay, useProject } from "../../app/project";
import { useCommands } from "../../keys/commands";
import { useProjectAction, useProjectList, useProjectMutation } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import { Confirm } from "../../parts/Confirm";
import { Empty } from "../../parts/Empty";
import { TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { Loading } from "../../parts/Loading";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { Ago } from "../../parts/Time";
import { useForm } from "../../parts/useForm";
import { ShownOnce } from "./ShownOnce";
import style from "./SettingsPage.module.css";

type Token = FunctionReturnType<typeof api.runnerTokens.dashboard.list>["page"][number];

export function TokensSection() {
  const mayMake = useMay("runnerTokens:make");
  const { results, status } = useProjectList(api.runnerTokens.dashboard.list, {}, 100);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  useCommands(
    mayMake ? [{ title: "Make a runner token", keys: "n", group: "Settings", run: () => setMaking(true) }] : [],
  );
  if (status === "LoadingFirstPage") return <Loading />;
  return (
    <>
      <div className={style.head}>
        <p>
          A runner with a token does the work of this project alone. Its holder reads the project’s secrets, so only
          owners make one.
        </p>
        {mayMake && (
          <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setMaking(true)}>
            Make a token
          </Button>
        )}
      </div>
      {results.length === 0 ? (
        <Empty title="No runner tokens yet" command="npm run runner -- --url <address of the API> --token-file token">
          On the machine of the service a runner needs none. Elsewhere it takes one:
        </Empty>
      ) : (
        <table className={table.table}>
          <thead>
            <tr className={table.names}>
              <th>Token</th>
              <th className={table.state}>State</th>
              <th className={table.end}>Made</th>
              <th className={table.end}>
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {results.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </tbody>
        </table>
      )}
      {isMaking && <MakeToken onClose={() => setMaking(false)} onMade={setMade} />}
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
  const [isRevoking, setRevoking] = useState(false);
  const { id: tokenId, name, prefix, status, createdAt, createdBy, expiresAt, isValid } = token;
  return (
    <tr className={table.row}>
      <td className={table.main}>
        <bdi>{name}</bdi>
        <span className={table.below}>
          {prefix}… by {createdBy}
        </span>
      </td>
      <td className={table.state}>
        <Status
          of={status === "active" && !isValid ? "expired" : status}
          label={status === "active" && !isValid ? "Ended" : status}
        />
        {isValid && expiresAt !== null && (
          <span className={table.below}>
            ends <Ago at={expiresAt} />
          </span>
        )}
      </td>
      <td className={table.end}>
        <Ago at={createdAt} />
      </td>
      <td className={table.end}>
        {status === "active" && (
          <Button look="bad" aria-label={`Revoke ${name}`} onClick={() => setRevoking(true)}>
            Revoke
          </Button>
        )}
        {isRevoking && (
          <Confirm
            title={`Revoke ${name}?`}
            label="Revoke"
            change={() => revoke({ tokenId })}
            done={`${name} is revoked.`}
            onClose={() => setRevoking(false)}
          >
            Its runner is refused from this moment on. What it was working on goes to another runner.
          </Confirm>
        )}
      </td>
    </tr>
  );
}

function MakeToken({ onClose, onMade }: { onClose: () => void; onMade: (token: string) => void }) {
  const { id } = useProject();
  const generate = useProjectAction(api.runnerTokens.dashboard.generate);
  const { field, draft, submit, isSending, problemOf } = useForm(`token.${id}`, { name: "", expiresAt: "" });
  return (
    <FormDialog
      title="Make a runner token"
      label="Make"
      canSend={draft.name !== ""}
      isSending={isSending}
      problem={problemOf(null)}
      onClose={onClose}
      onSend={() =>
        void submit(async ({ name, expiresAt }) => {
          const end = expiresAt === "" ? {} : { expiresAt: new Date(expiresAt).toISOString() };
          const { token } = await generate({ name, ...end });
          onClose();
          onMade(token);
        })
      }
    >
      <TextField label="Name" autoFocus hint="Such as the machine of the runner." {...field("name")} />
      <TextField label="Ends" type="datetime-local" hint="Never when this is empty." {...field("expiresAt")} />
    </FormDialog>
  );
}
