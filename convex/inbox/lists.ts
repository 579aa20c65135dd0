import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isOlder, mergeNewestFirst } from "../lib/newestFirst";
import type { OldestFirst } from "../lib/newestFirst";
import { readItemCounts } from "./counts";
import type { InboxKind } from "./kinds";
import { ranksOf } from "./rank";

/** The most projects of a person that the functions over all projects read, the last joined first. */
const maxProjects = 100;

type Item = Doc<"inboxItems">;

export function oldestFirst(ctx: QueryCtx, projectId: Id<"projects">): OldestFirst<"inboxItems"> {
  return (fromMs) =>
    ctx.db
      .query("inboxItems")
      .withIndex("by_project", (q) => q.eq("projectId", projectId).eq("isInTrash", false).gte("_creationTime", fromMs));
}

function byRank(ctx: QueryCtx, projectId: Id<"projects">, kind: InboxKind | undefined) {
  return ctx.db.query("inboxItems").withIndex("by_rank", (q) => {
    const shown = q.eq("projectId", projectId).eq("isInTrash", false);
    if (kind === undefined) return shown;
    const { first, end } = ranksOf(kind);
    return shown.gte("rank", first).lt("rank", end);
  });
}

/** An item of 0.1.0 that has no rank yet comes first, as in the index. */
function ranksBefore(a: Item, b: Item): boolean {
  const [rankOfA = -1, rankOfB = -1] = [a.rank, b.rank];
  return rankOfA === rankOfB ? isOlder(a, b) : rankOfA < rankOfB;
}

interface Wanted {
  /** Only this project of the person. */
  projectId?: Id<"projects"> | undefined;
  kind?: InboxKind | undefined;
  limit: number;
}

/** The first items in all projects of a person, by rank, and whether there are more. */
export async function rankedItemsOf(
  ctx: QueryCtx,
  userId: Id<"users">,
  { projectId: only, kind, limit }: Wanted,
): Promise<{ items: Item[]; hasMore: boolean }> {
  const projectIds = (await projectsOf(ctx, userId)).filter((projectId) => (only ?? projectId) === projectId);
  const items: Item[] = [];
  if (projectIds.length === 0) return { items, hasMore: false };
  const ranges = projectIds.map((projectId) => byRank(ctx, projectId, kind));
  for await (const item of mergeNewestFirst(ranges, ranksBefore)) {
    if (items.length === limit) return { items, hasMore: true };
    items.push(item);
  }
  return { items, hasMore: false };
}

export async function itemCountsByProject(ctx: QueryCtx, userId: Id<"users">) {
  const projectIds = await projectsOf(ctx, userId);
  return await Promise.all(
    projectIds.map(async (projectId) => Object.assign(await readItemCounts(ctx, projectId), { projectId })),
  );
}

/** Deleted projects are left out. */
export async function projectsOf(ctx: QueryCtx, userId: Id<"users">): Promise<Id<"projects">[]> {
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
