// Reads who belongs to a project, and with which role.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { documentId, idNamesNothing } from "../lib/publicIds";

export type Role = Doc<"projectMembers">["role"];

export async function findMember(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  userId: Id<"users">,
): Promise<Doc<"projectMembers"> | null> {
  return await ctx.db
    .query("projectMembers")
    .withIndex("by_project_and_user", (q) => q.eq("projectId", projectId).eq("userId", userId))
    .unique();
}

/**
 * Returns the project with this public id, for callers who may name any project. Throws NOT_FOUND, also for a project
 * that is being deleted.
 */
export async function namedProject(ctx: QueryCtx, text: string): Promise<Doc<"projects">> {
  const project = await ctx.db.get("projects", documentId(ctx, "projects", text));
  if (project === null || project.deletingAtMs !== undefined) throw idNamesNothing("projects", text);
  return project;
}
