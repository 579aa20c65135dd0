// A thing with versions: the chosen one, or two side by side, and beside it the list of all versions.
import type { ReactNode } from "react";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { EachRow, idOf } from "../../parts/EachRow";
import { MoreRows } from "../../parts/MoreRows";
import { Status } from "../../parts/Status";
import { TimeAgo } from "../../parts/Time";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { PersonName } from "../people/PersonName";
import { CompareBar } from "./CompareBar";
import { useVersionChoice } from "./useVersionChoice";
import type { VersionEntry } from "./useVersionChoice";
import style from "./VersionBrowser.module.css";

interface Props<Entry> {
  /** The newest first. */
  entries: readonly Entry[];
  hasMore: boolean;
  loadMore: () => void;
  /** What can be done with the version that is shown. */
  renderActions: (entry: Entry) => ReactNode;
  renderVersion: (entry: Entry) => ReactNode;
  renderComparison: (before: Entry, after: Entry) => ReactNode;
}

export function VersionBrowser<Entry extends VersionEntry>({
  entries,
  hasMore,
  loadMore,
  renderActions,
  renderVersion,
  renderComparison,
}: Props<Entry>) {
  const choice = useVersionChoice({ entries, hasMore, loadMore });
  const { rowProps } = useRowNavigation(
    entries.map(({ id }) => id),
    "version",
    choice.show,
  );
  const entry = choice.shown;
  const before = entry === null ? undefined : entries[entries.indexOf(entry) + 1];
  const compareWithPrevious = () => {
    if (entry !== null && before !== undefined) choice.compare(before.id, entry.id);
  };
  useCommands([
    ...(before === undefined
      ? []
      : [{ title: "Compare with the previous version", keys: "v", group: "Versions", run: compareWithPrevious }]),
    ...(choice.comparedWith === null
      ? []
      : [{ title: "Stop comparing", keys: "Escape", group: "Versions", run: choice.stopComparing }]),
  ]);
  if (entry === null) return null;
  return (
    <div className={style.page}>
      <div className={style.main}>
        {choice.comparedWith === null ? (
          <>
            <div className={style.bar}>
              <strong>{entry.label}</strong>
              {entry.isActive && <Status status="active" />}
              <span className={style.actions}>
                {before !== undefined && (
                  <Button look="bare" onClick={compareWithPrevious}>
                    Compare <ShortcutKeys keys="v" />
                  </Button>
                )}
                {renderActions(entry)}
              </span>
            </div>
            {renderVersion(entry)}
          </>
        ) : (
          <>
            <CompareBar entries={entries} before={choice.comparedWith} after={entry} choice={choice} />
            {renderComparison(choice.comparedWith, entry)}
          </>
        )}
      </div>
      <aside className={style.list} aria-label="Versions">
        <h2>Versions</h2>
        <ol>
          <EachRow items={entries} keyOf={idOf} as="li">
            {({ id, label, isActive, createdBy, createdAt }) => (
              <li {...rowProps(id)} data-shown={id === entry.id || undefined}>
                <button type="button" aria-pressed={id === entry.id} onClick={() => choice.show(id)}>
                  <span className={style.label}>
                    {label} {isActive && <Status status="active" />}
                  </span>
                  <span className={style.about}>
                    {createdBy !== undefined && <PersonName id={createdBy} after=", " />}
                    <TimeAgo at={createdAt} />
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
