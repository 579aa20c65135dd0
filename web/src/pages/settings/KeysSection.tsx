// Keys with which programs use the project through REST.
import { Plus } from "lucide-react";
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { scopesOfAreas, scopesWithin } from "../../../../convex/callers/scopes";
import { useProject } from "../../app/project";
import { useCommands } from "../../keys/commands";
import { useProjectAction, useProjectList, useProjectMutation } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import { Confirm } from "../../parts/Confirm";
import { Empty } from "../../parts/Empty";
import { TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { Ago } from "../../parts/Time";
import { useForm } from "../../parts/useForm";
import { ShownOnce } from "./ShownOnce";
import style from "./SettingsPage.module.css";

type Key = FunctionReturnType<typeof api.apiKeys.dashboard.list>["page"][number];

export function KeysSection() {
  const { results, status, loadMore } = useProjectList(api.apiKeys.dashboard.list, {}, 100);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  useCommands([{ title: "Make a key", keys: "n", group: "Settings", run: () => setMaking(true) }]);
  if (status === "LoadingFirstPage") return <Loading />;
  return (
    <>
      <div className={style.head}>
        <p>A key may do no more than the person for whom it was made, and ends with that person’s membership.</p>
        <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setMaking(true)}>
          Make a key
        </Button>
      </div>
      {results.length === 0 ? (
        <Empty title="No keys yet">A program needs one to use the REST API.</Empty>
      ) : (
        <table className={table.table}>
          <thead>
            <tr className={table.names}>
              <th>Key</th>
              <th className={`${table.some} ${table.minor}`}>May</th>
              <th className={table.state}>State</th>
              <th className={table.end}>Used</th>
              <th className={table.end}>
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {results.map((key) => (
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </tbody>
        </table>
      )}
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(100)} />
      {isMaking && <MakeKey onClose={() => setMaking(false)} onMade={setMade} />}
      {made !== null && (
        <ShownOnce
          title="The new key"
          secret={made}
          use={`curl -H "Authorization: Bearer ${made}" <address of the API>/api/v1/project`}
          onClose={() => setMade(null)}
        />
      )}
    </>
  );
}

function KeyRow({ apiKey }: { apiKey: Key }) {
  const revoke = useProjectMutation(api.apiKeys.dashboard.revoke);
  const [isRevoking, setRevoking] = useState(false);
  const { id: keyId, name, prefix, scopes, status, lastUsedAt, expiresAt, createdBy } = apiKey;
  const may = scopes.includes("*") ? "everything" : scopes.join(", ");
  return (
    <tr className={table.row}>
      <td className={table.main}>
        <bdi>{name}</bdi>
        <span className={table.below}>
          {prefix}… by {createdBy}
        </span>
      </td>
      <td className={`${table.some} ${table.minor}`} title={may}>
        {may}
      </td>
      <td className={table.state}>
        <Status of={status} />
        {status === "active" && expiresAt !== null && (
          <span className={table.below}>
            ends <Ago at={expiresAt} />
          </span>
        )}
      </td>
      <td className={table.end}>{lastUsedAt === null ? "never" : <Ago at={lastUsedAt} />}</td>
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
            change={() => revoke({ keyId })}
            done={`${name} is revoked.`}
            onClose={() => setRevoking(false)}
          >
            Programs that use it are refused from this moment on, and so are the keys that it made.
          </Confirm>
        )}
      </td>
    </tr>
  );
}

function MakeKey({ onClose, onMade }: { onClose: () => void; onMade: (key: string) => void }) {
  const { id, role } = useProject();
  const generate = useProjectAction(api.apiKeys.dashboard.generate);
  const { field, draft, change, submit, isSending, problemOf } = useForm(`key.${id}`, {
    name: "",
    expiresAt: "",
    scopes: [] as string[],
  });
  const grantable = scopesWithin(role, ["*", ...scopesOfAreas, "admin"]).filter((scope) => scope !== "*");
  return (
    <FormDialog
      title="Make a key"
      label="Make"
      canSend={draft.name !== ""}
      isSending={isSending}
      problem={problemOf(null)}
      onClose={onClose}
      onSend={() =>
        void submit(async () => {
          const { name, scopes, expiresAt } = draft;
          const { key } = await generate({
            name,
            ...(scopes.length === 0 ? {} : { scopes }),
            ...(expiresAt === "" ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
          });
          onClose();
          onMade(key);
        })
      }
    >
      <TextField label="Name" autoFocus hint="Such as the program that uses it." {...field("name")} />
      <fieldset className={style.scopes}>
        <legend>May write, or everything that you may when none is chosen</legend>
        {[...new Set(grantable)].map((scope) => (
          <label key={scope}>
            <input
              type="checkbox"
              checked={draft.scopes.includes(scope)}
              onChange={(event) =>
                change({
                  scopes: event.target.checked
                    ? [...draft.scopes, scope]
                    : draft.scopes.filter((each) => each !== scope),
                })
              }
            />
            {scope.replace(/:write$/, "")}
          </label>
        ))}
      </fieldset>
      <TextField label="Ends" type="datetime-local" hint="Never when this is empty." {...field("expiresAt")} />
    </FormDialog>
  );
}
