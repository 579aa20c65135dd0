import { expect, it } from "vitest";
import type { InboxItem } from "./inboxItem";
import { itemsOfRow, toRows } from "./inboxRows";

function item(id: string, group: string | null): InboxItem {
  const subject = { type: "run", id: `r_${id}` };
  const times = { since: "2026-01-01T00:00:00.000Z", dueAt: null };
  return { id, _id: id, kind: "run_failed", title: id, reason: "Full.", subject, projectId: "p", group, ...times };
}

const items = [item("q", null), item("a", "full"), item("b", "full"), item("c", "net"), item("p", null)];
const shown = (openGroups: string[]) => toRows(items, new Set(openGroups)).map(({ kind, id }) => `${kind} ${id}`);

it("makes one row of failures with the same reason, and unfolds it", () => {
  expect(shown([])).toEqual(["item q", "group full", "item c", "item p"]);
  expect(shown(["full"])).toEqual(["item q", "group full", "item a", "item b", "item c", "item p"]);
});

it("keeps every item in exactly one row that is not a member of an open group", () => {
  const rows = toRows(items, new Set(["full"]));
  const outer = rows.filter((row) => row.kind === "group" || !row.isInGroup);
  expect(outer.flatMap(itemsOfRow).map(({ id }) => id)).toEqual(["q", "a", "b", "c", "p"]);
});
