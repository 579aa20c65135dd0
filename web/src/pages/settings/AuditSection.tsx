// Who has changed what: the newest first, of all or of one actor, subject or action.
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { useAddressParameters } from "../../urlState/useAddressParameters";
import { useProjectList } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { EachRow, idOf } from "../../parts/EachRow";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { TimeAgo } from "../../parts/Time";
import { useRowNavigation } from "../../parts/useRowNavigation";
import type { ListRowProps } from "../../parts/useRowNavigation";
import style from "./AuditSection.module.css";

type Entry = FunctionReturnType<typeof api.audit.dashboard.list>["page"][number];

/** What the address names, such as `?actor=key_1`. The first of these decides. */
function useFilter() {
  const { get, set } = useAddressParameters();
  const [actor, subject, action] = [get("actor"), get("subject"), get("action")];
  const choose = (changes: Record<string, string | null>) =>
    set({ actor: null, subject: null, action: null, ...changes });
  if (actor !== null) return { choose, text: `Of ${actor}`, asked: { filter: { by: "actor" as const, id: actor } } };
  if (subject !== null) {
    return { choose, text: `About ${subject}`, asked: { filter: { by: "subject" as const, id: subject } } };
  }
  if (action !== null) return { choose, text: `Only ${action}`, asked: { filter: { by: "action" as const, action } } };
  return { choose, text: null, asked: {} };
}

export function AuditSection() {
  const { asked, text, choose } = useFilter();
  const { results, status, loadMore } = useProjectList(api.audit.dashboard.list, asked, 50);
  const { rowProps } = useRowNavigation(results.map(idOf), "entry");
  return (
    <>
      {text !== null && (
        <p className={style.filter}>
          <span>{text}</span>
          <Button onClick={() => choose({})}>Show all entries</Button>
        </p>
      )}
      {status === "LoadingFirstPage" ? (
        <Loading />
      ) : results.length === 0 ? (
        <EmptyState title="No entries">Each change in this project is listed here, with who made it.</EmptyState>
      ) : (
        <table className={table.table}>
          <thead>
            <tr className={table.names}>
              <th>Action</th>
              <th className={table.some}>By</th>
              <th className={table.some}>Changes</th>
              <th className={table.end}>Time</th>
            </tr>
          </thead>
          <tbody>
            <EachRow items={results} keyOf={idOf} as="tr">
              {(entry) => <EntryRow entry={entry} choose={choose} rowProps={rowProps(entry.id)} />}
            </EachRow>
          </tbody>
        </table>
      )}
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
    </>
  );
}

interface RowProps {
  entry: Entry;
  choose: (changes: Record<string, string | null>) => void;
  rowProps: ListRowProps;
}

function EntryRow({ entry: { action, actor, subject, changes, outcome, at }, choose, rowProps }: RowProps) {
  const actorId = actor.id;
  return (
    <tr className={table.row} {...rowProps}>
      <td className={table.main}>
        <Button look="bare" onClick={() => choose({ action })}>
          {action}
        </Button>
        {outcome === "refused" && <Status status="declined" label="Refused" />}
        {subject !== null && (
          <span className={table.below}>
            <Button
              look="bare"
              aria-label={`Entries about ${subject.id}`}
              onClick={() => choose({ subject: subject.id })}
            >
              {subject.id}
            </Button>
          </span>
        )}
      </td>
      <td className={table.some} data-label="By">
        {actorId === null ? (
          <bdi>{actor.name}</bdi>
        ) : (
          <Button look="bare" onClick={() => choose({ actor: actorId })}>
            <bdi>{actor.name}</bdi>
          </Button>
        )}
      </td>
      <td className={`${table.some} ${style.changes}`} data-label="Changes">
        <Changes changes={changes} />
      </td>
      <td className={table.end}>
        <TimeAgo at={at} />
      </td>
    </tr>
  );
}

/** More are folded, so that a list stays one. */
const maxShown = 3;

function Changes({ changes }: { changes: Entry["changes"] }) {
  const all = Object.entries(changes);
  const rest = all.slice(maxShown);
  return (
    <>
      <ChangeList changes={all.slice(0, maxShown)} />
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          <ChangeList changes={rest} />
        </details>
      )}
    </>
  );
}

function ChangeList({ changes }: { changes: [string, Entry["changes"][string]][] }) {
  return (
    <ul>
      {changes.map(([field, { from, to }]) => (
        <li key={field}>
          {field}: <bdi>{textOf(from)}</bdi> → <bdi>{textOf(to)}</bdi>
        </li>
      ))}
    </ul>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}
