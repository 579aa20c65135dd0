// Whether a migration is done, for code that reads both forms until then.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { MigrationName } from "./names";

export async function isFinished(ctx: QueryCtx, name: MigrationName): Promise<boolean> {
  return (await progressOf(ctx, name))?.finishedAtMs !== undefined;
}

export async function progressOf(ctx: QueryCtx, name: MigrationName): Promise<Doc<"migrations"> | null> {
  return await ctx.db
    .query("migrations")
    .withIndex("by_name", (q) => q.eq("name", name))
    .first();
}
