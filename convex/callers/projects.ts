import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { documentId, idNamesNothing } from "../lib/publicIds";

/**
 * Returns the project with this public id, for callers who may name any project. Throws NOT_FOUND, also for a project
 * that is being deleted.
 */
export async function namedProject(ctx: QueryCtx, text: string): Promise<Doc<"projects">> {
  const project = await ctx.db.get("projects", documentId(ctx, "projects", text));
  if (project === null || project.deletingAtMs !== undefined) throw idNamesNothing("projects", text);
  return project;
}
