import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { randomShard, maxShards } from "../lib/sums";
import { inboxKinds } from "./kinds";
import type { InboxKind } from "./kinds";

export interface ItemCounts {
  count: number;
  /** A kind without waiting items is left out. */
  kinds: Partial<Record<InboxKind, number>>;
}

export async function readItemCounts(ctx: QueryCtx, projectId: Id<"projects">): Promise<ItemCounts> {
  const rows = await ctx.db
    .query("inboxItemCounts")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .take(maxShards);
  const kinds: ItemCounts["kinds"] = {};
  for (const kind of inboxKinds) {
    const waiting = rows.reduce((sum, { kinds: counted }) => sum + (counted?.[kind] ?? 0), 0);
    if (waiting > 0) kinds[kind] = waiting;
  }
  return { count: rows.reduce((sum, { waiting }) => sum + waiting, 0), kinds };
}

/** Counts an item that appears (1) or disappears (-1). Items of 0.1.0 without a rank are not counted by kind. */
export async function countItem(
  ctx: MutationCtx,
  { projectId, kind, rank }: Pick<Doc<"inboxItems">, "projectId" | "kind" | "rank">,
  difference: 1 | -1,
): Promise<void> {
  await changeCounts(ctx, projectId, { waiting: difference, kind: rank === undefined ? null : kind, difference });
}

/** An item that was counted only in total gets its rank. */
export async function countKind(ctx: MutationCtx, projectId: Id<"projects">, kind: InboxKind): Promise<void> {
  await changeCounts(ctx, projectId, { waiting: 0, kind, difference: 1 });
}

async function changeCounts(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { waiting, kind, difference }: { waiting: number; kind: InboxKind | null; difference: number },
): Promise<void> {
  const shard = randomShard();
  const row = await ctx.db
    .query("inboxItemCounts")
    .withIndex("by_project", (q) => q.eq("projectId", projectId).eq("shard", shard))
    .unique();
  const kinds = { ...row?.kinds };
  if (kind !== null) kinds[kind] = (kinds[kind] ?? 0) + difference;
  if (row === null) await ctx.db.insert("inboxItemCounts", { projectId, shard, waiting, kinds });
  else await ctx.db.patch("inboxItemCounts", row._id, { waiting: row.waiting + waiting, kinds });
}
