// An item on two lines: what it is, where and since when; then why, and what can be done about it.
import type { FocusEvent } from "react";
import { ProjectContext } from "../../project/project";
import { useProjects } from "../../project/projects";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { ContentBoundary } from "../../parts/ContentBoundary";
import { SelectCheckbox } from "../../parts/SelectCheckbox";
import { TimeAgo } from "../../parts/Time";
import type { ListRowProps } from "../../parts/useRowNavigation";
import { InboxItemActions } from "./InboxItemActions";
import { kindLabels } from "./inboxItem";
import type { ItemRow } from "./inboxRows";
import style from "./InboxPage.module.css";

/** What the rows of items and of groups share. */
export interface RowProps {
  /** The keys are about this row. */
  isCurrent: boolean;
  isSelected: boolean;
  onToggle: () => void;
  onChoose: () => void;
  onDismiss: () => void;
  rowProps: Omit<ListRowProps, "onMouseDown"> & { onClick: () => void };
}

interface Props extends RowProps {
  row: ItemRow;
  onOpen: () => void;
}

export function InboxItemRow({ row, isCurrent, isSelected, onToggle, onChoose, onDismiss, onOpen, rowProps }: Props) {
  const { item, isInGroup } = row;
  const { kind, title, reason, dueAt, since, projectId } = item;
  const project = useProjects().all.find(({ id }) => id === projectId) ?? null;

  /** The row in whose field somebody types must not change when others come or go. */
  function chooseByField({ target }: FocusEvent): void {
    if (target instanceof HTMLElement && target.matches("textarea, select, input:not([type=checkbox])")) onChoose();
  }

  return (
    <li
      className={style.item}
      data-kind={kind}
      data-member={isInGroup || undefined}
      {...rowProps}
      data-current={isCurrent || undefined}
      onFocus={chooseByField}
    >
      <SelectCheckbox what={`“${title}”`} isSelected={isSelected} onToggle={onToggle} />
      <div className={style.line}>
        <span className={style.kind}>{kindLabels[kind]}</span>
        <button type="button" className={style.title} title={title} onClick={onOpen}>
          {title}
        </button>
        <span className={style.about}>
          {dueAt !== null && (
            <span className={style.due}>
              expires <TimeAgo at={dueAt} /> ·{" "}
            </span>
          )}
          {project?.name} · <TimeAgo at={since} />
        </span>
      </div>
      {kind !== "run_question" && !isInGroup && (
        <p className={style.reason} title={reason}>
          {reason}
        </p>
      )}
      {project !== null && (
        <ProjectContext value={project}>
          <div className={style.actions}>
            <ContentBoundary what="item" resetKey={item.id}>
              <InboxItemActions item={item} isCurrent={isCurrent} onChoose={onChoose}>
                <Button look="bare" onClick={onDismiss}>
                  Dismiss
                  {isCurrent && <ShortcutKeys keys="e" />}
                </Button>
              </InboxItemActions>
            </ContentBoundary>
          </div>
        </ProjectContext>
      )}
    </li>
  );
}
