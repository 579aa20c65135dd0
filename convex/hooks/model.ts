import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** The most hooks of a project. */
export const maxHooks = 20;

export async function hooksOf(ctx: QueryCtx, projectId: Id<"projects">): Promise<Doc<"inboundHooks">[]> {
  return await ctx.db
    .query("inboundHooks")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .take(maxHooks);
}
