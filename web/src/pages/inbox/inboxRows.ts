// The rows of the inbox: its items, of which failures with the same reason are one row that unfolds. Pure.
import { groupBy } from "../../parts/groupBy";
import type { InboxItem } from "./inboxItem";

export interface ItemRow {
  kind: "item";
  id: string;
  item: InboxItem;
  isInGroup: boolean;
}

export interface GroupRow {
  kind: "group";
  id: string;
  items: readonly InboxItem[];
  isOpen: boolean;
}

export type InboxRow = ItemRow | GroupRow;

/** The items are in the order of the service. A group stands where its first item stands. */
export function toRows(items: readonly InboxItem[], openGroups: ReadonlySet<string>): InboxRow[] {
  const groups = groupBy(items, ({ id, group }) => group ?? id);
  // eslint-disable-next-line oxc/no-map-spread -- The rows of one group are few.
  return [...groups].flatMap(([id, members]): InboxRow[] => {
    const isGroup = members.length > 1;
    const rows = members.map((item): ItemRow => ({ kind: "item", id: item.id, item, isInGroup: isGroup }));
    if (!isGroup) return rows;
    const isOpen = openGroups.has(id);
    const head: GroupRow = { kind: "group", id, items: members, isOpen };
    return isOpen ? [head, ...rows] : [head];
  });
}

export function itemsOfRow(row: InboxRow): readonly InboxItem[] {
  return row.kind === "group" ? row.items : [row.item];
}
