// Where a project's settings are kept.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

export type SecretSettings = Doc<"projectSettings">["secrets"];

/** Null for a project of which nothing has been set. */
export async function findSettings(ctx: QueryCtx, projectId: Id<"projects">): Promise<Doc<"projectSettings"> | null> {
  return await ctx.db
    .query("projectSettings")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .unique();
}
