import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { documentId, idNamesNothing } from "../lib/publicIds";

/** The project that a caller names, who may name any. Throws NOT_FOUND; a project that is being deleted is gone already. */
export async function namedProject(ctx: QueryCtx, text: string): Promise<Doc<"projects">> {
  const project = await ctx.db.get("projects", documentId(ctx, "projects", text));
  if (project === null || project.deletingAtMs !== undefined) throw idNamesNothing("projects", text);
  return project;
}
