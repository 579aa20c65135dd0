import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { randomShard, maxShards } from "../lib/sums";

export async function readItemCount(ctx: QueryCtx, projectId: Id<"projects">): Promise<number> {
  const rows = await ctx.db
    .query("inboxItemCounts")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .take(maxShards);
  return rows.reduce((sum, { waiting }) => sum + waiting, 0);
}

export async function changeItemCount(ctx: MutationCtx, projectId: Id<"projects">, difference: number): Promise<void> {
  const shard = randomShard();
  const row = await ctx.db
    .query("inboxItemCounts")
    .withIndex("by_project", (q) => q.eq("projectId", projectId).eq("shard", shard))
    .unique();
  if (row === null) await ctx.db.insert("inboxItemCounts", { projectId, shard, waiting: difference });
  else await ctx.db.patch("inboxItemCounts", row._id, { waiting: row.waiting + difference });
}
