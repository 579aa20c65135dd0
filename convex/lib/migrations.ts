// Until a migration is finished, code reads both the old and the new form of the rows.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** Every migration, the oldest first. Names must never change: a deployment records finished migrations by name. */
export const migrationNames = ["rolesOfLearnings", "originsOfProviderKeys"] as const;

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
