// Until a migration is finished, code reads both the old and the new form of the rows.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

export async function isFinished(ctx: QueryCtx, name: string): Promise<boolean> {
  return (await progressOf(ctx, name))?.finishedAtMs !== undefined;
}

export async function progressOf(ctx: QueryCtx, name: string): Promise<Doc<"migrations"> | null> {
  return await ctx.db
    .query("migrations")
    .withIndex("by_name", (q) => q.eq("name", name))
    .first();
}
