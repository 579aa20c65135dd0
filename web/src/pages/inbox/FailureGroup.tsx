// Failures with the same reason, as one row that unfolds.
import { useProjects } from "../../project/projects";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { SelectCheckbox } from "../../parts/SelectCheckbox";
import { TimeAgo } from "../../parts/Time";
import type { RowProps } from "./InboxItemRow";
import { pluralLabels } from "./inboxItem";
import type { GroupRow } from "./inboxRows";
import { canRestart } from "./useItemChanges";
import style from "./InboxPage.module.css";

interface Props extends RowProps {
  row: GroupRow;
  onUnfold: () => void;
  onRestart: () => void;
}

export function FailureGroup({
  row,
  isCurrent,
  isSelected,
  onToggle,
  onDismiss,
  onUnfold,
  onRestart,
  rowProps,
}: Props) {
  const { items, isOpen } = row;
  const projectIds = new Set(items.map(({ projectId }) => projectId));
  const projects = useProjects().all.filter(({ id }) => projectIds.has(id));
  // The service lists the oldest first.
  const newest = items.at(-1);
  if (newest === undefined) return null;
  const title = `${items.length} ${pluralLabels[newest.kind].toLowerCase()}: ${newest.reason}`;
  return (
    <li className={style.item} data-kind={newest.kind} {...rowProps} data-current={isCurrent || undefined}>
      <SelectCheckbox what={`“${title}”`} isSelected={isSelected} onToggle={onToggle} />
      <div className={style.line}>
        <span className={style.kind}>{pluralLabels[newest.kind]}</span>
        <button type="button" className={style.title} title={newest.reason} aria-expanded={isOpen} onClick={onUnfold}>
          {items.length} × {newest.reason}
        </button>
        <span className={style.about}>
          {projects.map(({ name }) => name).join(", ")} · <TimeAgo at={newest.since} />
        </span>
      </div>
      <p className={style.reason}>{namesOf(items)}</p>
      <div className={style.actions}>
        {items.every(canRestart) && (
          <Button onClick={onRestart}>
            Restart all {items.length}
            {isCurrent && <ShortcutKeys keys="r" />}
          </Button>
        )}
        <Button look="bare" onClick={onUnfold}>
          {isOpen ? "Hide" : "Show"}
          {isCurrent && <ShortcutKeys keys="Enter" />}
        </Button>
        <Button look="bare" onClick={onDismiss}>
          Dismiss all
          {isCurrent && <ShortcutKeys keys="e" />}
        </Button>
      </div>
    </li>
  );
}

const maxNames = 3;

function namesOf(items: GroupRow["items"]): string {
  const names = [...new Set(items.map(({ title }) => title))];
  const rest = names.length - maxNames;
  return names.slice(0, maxNames).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
