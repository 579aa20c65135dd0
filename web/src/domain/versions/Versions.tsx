// A thing with versions: the chosen one, or two side by side, and beside it the list of all versions.
import type { ReactNode } from "react";
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { Button } from "../../parts/Button";
import { EachRow, ownId } from "../../parts/EachRow";
import { MoreRows } from "../../parts/MoreRows";
import { Status } from "../../parts/Status";
import { Ago } from "../../parts/Time";
import { useRowKeys } from "../../parts/useRowKeys";
import { PersonName } from "../people/PersonName";
import { CompareBar } from "./CompareBar";
import { useVersionChoice } from "./useVersionChoice";
import type { VersionEntry } from "./useVersionChoice";
import style from "./Versions.module.css";

interface Props<Entry> {
  /** The newest first. */
  entries: readonly Entry[];
  hasMore: boolean;
  loadMore: () => void;
  /** What can be done with the version that is shown. */
  actions: (entry: Entry) => ReactNode;
  shown: (entry: Entry) => ReactNode;
  compared: (before: Entry, after: Entry) => ReactNode;
}

export function Versions<Entry extends VersionEntry>({
  entries,
  hasMore,
  loadMore,
  actions,
  shown,
  compared,
}: Props<Entry>) {
  const choice = useVersionChoice({ entries, hasMore, loadMore });
  const { rowProps } = useRowKeys(
    entries.map(({ id }) => id),
    "version",
    choice.show,
  );
  const entry = choice.shown;
  const before = entry === null ? undefined : entries[entries.indexOf(entry) + 1];
  const compareWithFormer = () => {
    if (entry !== null && before !== undefined) choice.compare(before.id, entry.id);
  };
  useCommands([
    ...(before === undefined
      ? []
      : [{ title: "Compare with the previous version", keys: "v", group: "Versions", run: compareWithFormer }]),
    ...(choice.with === null
      ? []
      : [{ title: "Show one version alone", keys: "Escape", group: "Versions", run: choice.stopComparing }]),
  ]);
  if (entry === null) return null;
  return (
    <div className={style.page}>
      <div className={style.main}>
        {choice.with === null ? (
          <>
            <div className={style.bar}>
              <strong>{entry.label}</strong>
              {entry.isActive && <Status of="active" />}
              <span className={style.actions}>
                {before !== undefined && (
                  <Button look="bare" onClick={compareWithFormer}>
                    Compare <Keys of="v" />
                  </Button>
                )}
                {actions(entry)}
              </span>
            </div>
            {shown(entry)}
          </>
        ) : (
          <>
            <CompareBar entries={entries} before={choice.with} after={entry} choice={choice} />
            {compared(choice.with, entry)}
          </>
        )}
      </div>
      <aside className={style.list} aria-label="Versions">
        <h2>Versions</h2>
        <ol>
          <EachRow of={entries} keyOf={ownId} as="li">
            {({ id, label, isActive, by, at }) => (
              <li {...rowProps(id)} data-shown={id === entry.id || undefined}>
                <button type="button" aria-pressed={id === entry.id} onClick={() => choice.show(id)}>
                  <span className={style.label}>
                    {label} {isActive && <Status of="active" />}
                  </span>
                  <span className={style.about}>
                    {by !== undefined && <PersonName id={by} after=", " />}
                    <Ago at={at} />
                  </span>
                </button>
              </li>
            )}
          </EachRow>
        </ol>
        <MoreRows hasMore={hasMore} onMore={loadMore} />
      </aside>
    </div>
  );
}
