import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isOlder, mergeNewestFirst } from "../lib/newestFirst";
import type { OldestFirst } from "../lib/newestFirst";
import { readItemCount } from "./counts";

/** The most projects of a person that the functions over all projects read, the last joined first. */
const maxProjects = 100;

export function oldestFirst(ctx: QueryCtx, projectId: Id<"projects">): OldestFirst<"inboxItems"> {
  return (fromMs) =>
    ctx.db
      .query("inboxItems")
      .withIndex("by_project", (q) => q.eq("projectId", projectId).eq("isInTrash", false).gte("_creationTime", fromMs));
}

/** The oldest items in all projects of a person, and whether there are more. */
export async function oldestOfUser(
  ctx: QueryCtx,
  userId: Id<"users">,
  count: number,
): Promise<{ items: Doc<"inboxItems">[]; hasMore: boolean }> {
  const projectIds = await projectsOf(ctx, userId);
  const items: Doc<"inboxItems">[] = [];
  if (projectIds.length === 0) return { items, hasMore: false };
  const ranges = projectIds.map((projectId) => oldestFirst(ctx, projectId)(0));
  for await (const item of mergeNewestFirst(ranges, isOlder)) {
    if (items.length === count) return { items, hasMore: true };
    items.push(item);
  }
  return { items, hasMore: false };
}

export async function itemCountsByProject(ctx: QueryCtx, userId: Id<"users">) {
  const projectIds = await projectsOf(ctx, userId);
  return await Promise.all(
    projectIds.map(async (projectId) => ({ projectId, count: await readItemCount(ctx, projectId) })),
  );
}

/** Deleted projects are left out. */
async function projectsOf(ctx: QueryCtx, userId: Id<"users">): Promise<Id<"projects">[]> {
  const memberships = await ctx.db
    .query("projectMembers")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .order("desc")
    .take(maxProjects);
  const projects = await Promise.all(memberships.map(({ projectId }) => ctx.db.get("projects", projectId)));
  return projects.flatMap((project) => {
    return project === null || project.deletingAtMs !== undefined ? [] : [project._id];
  });
}
