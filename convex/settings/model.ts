// Reads the row that holds a project's settings.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

export type SecretSettings = Doc<"projectSettings">["secrets"];

/** Returns null for a project whose settings have never been set. */
export async function findSettings(ctx: QueryCtx, projectId: Id<"projects">): Promise<Doc<"projectSettings"> | null> {
  return await ctx.db
    .query("projectSettings")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .unique();
}
