// The rows of the inbox and their keys: move, open, select, dismiss, unfold.
import { useState } from "react";
import { useLocation } from "wouter";
import { projectHref } from "../../project/project";
import { useProjects } from "../../project/projects";
import { useCommands } from "../../shortcuts/commands";
import type { Command } from "../../shortcuts/commands";
import { EachRow, idOf } from "../../parts/EachRow";
import { useMovedRowGuard } from "../../parts/useMovedRowGuard";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { useSelection } from "../../parts/useSelection";
import type { Selection } from "../../parts/useSelection";
import { FailureGroup } from "./FailureGroup";
import { InboxItemRow } from "./InboxItemRow";
import { SelectedItemsBar } from "./SelectedItemsBar";
import { pageOfItem } from "./inboxItem";
import type { InboxItem } from "./inboxItem";
import { itemsOfRow, toRows } from "./inboxRows";
import type { InboxRow } from "./inboxRows";
import { canRestart, useItemChanges } from "./useItemChanges";
import style from "./InboxPage.module.css";

export function InboxItems({ items }: { items: readonly InboxItem[] }) {
  const { open: openGroups, toggle: toggleGroup } = useOpenGroups();
  const rows = toRows(items, openGroups);
  const ids = rows.map(idOf);
  const { chosen, choose, rowProps } = useRowNavigation(ids, "item");
  const clickGuard = useMovedRowGuard(ids);
  const selection = useSelection(items);
  const openItem = useOpenItem();
  const changes = useItemChanges();
  const current = rows.find(({ id }) => id === chosen) ?? rows[0];

  /** The row that takes the place of the dismissed one is chosen. */
  function dismissRow(row: InboxRow): void {
    const dismissed = itemsOfRow(row);
    const index = rows.indexOf(row);
    const others = (row: InboxRow) => itemsOfRow(row).some((item) => !dismissed.includes(item));
    choose(rows.slice(index + 1).find(others)?.id ?? rows.slice(0, index).findLast(others)?.id ?? null);
    changes.dismiss(dismissed);
  }

  useCommands([
    { title: "Select all shown", keys: "X", group: "List", run: selection.toggleAll },
    ...(current === undefined ? [] : commandsOf(current)),
  ]);

  function commandsOf(row: InboxRow): Command[] {
    const about = { group: "Item", decidesAbout: row.id };
    const select = { title: "Select or deselect", keys: "x", group: "List", run: () => toggleRow(selection, row) };
    const dismiss = { title: "Dismiss", keys: "e", ...about, run: () => dismissRow(row) };
    // With a selection, the keys are about all of it.
    const dismissals = selection.selected.length > 0 ? [] : [dismiss];
    if (row.kind === "item") {
      return [
        select,
        ...dismissals,
        { title: "Open item", keys: "Enter", group: "Item", run: () => openItem(row.item) },
      ];
    }
    const unfold = { title: "Show or hide its items", keys: "Enter", group: "Item", run: () => toggleGroup(row.id) };
    if (selection.selected.length > 0 || !row.items.every(canRestart)) return [select, ...dismissals, unfold];
    const confirmation = {
      title: `Restart ${row.items.length} runs?`,
      text: "Agents work on them again, which costs money.",
      label: "Restart",
    };
    const run = () => changes.restart(row.items);
    // A failure that joins the group meanwhile is none that somebody has agreed to restart.
    const decidesAbout = itemsOfRow(row).map(idOf).join(" ");
    return [
      select,
      ...dismissals,
      unfold,
      { title: "Restart all", keys: "r", group: "Item", decidesAbout, confirmation, run },
    ];
  }

  return (
    <>
      <ul className={style.items} {...clickGuard}>
        <EachRow items={rows} keyOf={idOf} as="li">
          {(row) => {
            // The keys appear in the row that is chosen, and nothing may move between the two halves of a click.
            const { onMouseDown: onClick, ...place } = rowProps(row.id);
            const shared = {
              isCurrent: row.id === current?.id,
              isSelected: itemsOfRow(row).every(({ id }) => selection.has(id)),
              onToggle: () => toggleRow(selection, row),
              onChoose: () => choose(row.id),
              onDismiss: () => dismissRow(row),
              rowProps: { ...place, onClick },
            };
            return row.kind === "item" ? (
              <InboxItemRow {...shared} row={row} onOpen={() => openItem(row.item)} />
            ) : (
              <FailureGroup
                {...shared}
                row={row}
                onUnfold={() => toggleGroup(row.id)}
                onRestart={() => changes.restart(row.items)}
              />
            );
          }}
        </EachRow>
      </ul>
      {selection.selected.length > 0 && <SelectedItemsBar items={selection.selected} onDone={selection.clear} />}
    </>
  );
}

function useOpenGroups(): { open: ReadonlySet<string>; toggle: (id: string) => void } {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  function toggle(id: string): void {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  }
  return { open, toggle };
}

function useOpenItem(): (item: InboxItem) => void {
  const { all } = useProjects();
  const [, navigate] = useLocation();
  return (item) => {
    const slug = all.find(({ id }) => id === item.projectId)?.slug;
    if (slug !== undefined) navigate(projectHref(slug, pageOfItem(item)));
  };
}

/** Selects all items of the row or, when all of them are selected, none. */
function toggleRow({ has, setSelected }: Selection<InboxItem>, row: InboxRow): void {
  const ids = itemsOfRow(row).map(idOf);
  setSelected(ids, !ids.every(has));
}
