// Which migrations there are, and whether one is done: for code that reads both forms until then.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** Every migration there is, the oldest first. A name stays as it is: it is how a deployment knows what it has done. */
export const migrationNames = ["rolesOfLearnings"] as const;

export type MigrationName = (typeof migrationNames)[number];

export async function isFinished(ctx: QueryCtx, name: MigrationName): Promise<boolean> {
  return (await progressOf(ctx, name))?.finishedAtMs !== undefined;
}

export async function progressOf(ctx: QueryCtx, name: MigrationName): Promise<Doc<"migrations"> | null> {
  return await ctx.db
    .query("migrations")
    .withIndex("by_name", (q) => q.eq("name", name))
    .first();
}
