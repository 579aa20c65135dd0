import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { NotificationType } from "./schema";

/** News of a project; the ids say what it is about. */
export interface News {
  type: NotificationType;
  title: string;
  body?: string;
  runId?: Id<"runs">;
  sprintChainId?: Id<"sprintChains">;
  workChainId?: Id<"workChains">;
}

/** Members beyond these learn nothing: a transaction is bounded, and so are teams. */
const recipientsMax = 500;

/** Tells every member of the project, but for `except`, who caused it. */
export async function notifyMembers(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { type, title, body = "", ...about }: News,
  except?: Id<"users">,
): Promise<void> {
  const members = await ctx.db
    .query("projectMembers")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .take(recipientsMax);
  for (const { userId } of members) {
    if (userId === except) continue;
    await ctx.db.insert("notifications", { projectId, userId, type, title, body, isRead: false, ...about });
    await changeUnread(ctx, projectId, userId, 1);
  }
}

export async function changeUnread(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  userId: Id<"users">,
  difference: number,
): Promise<void> {
  const row = await findUnread(ctx, projectId, userId);
  if (row === null) await ctx.db.insert("unreadCounts", { projectId, userId, unread: difference });
  else await ctx.db.patch("unreadCounts", row._id, { unread: row.unread + difference });
}

export async function readUnread(ctx: QueryCtx, projectId: Id<"projects">, userId: Id<"users">): Promise<number> {
  return (await findUnread(ctx, projectId, userId))?.unread ?? 0;
}

async function findUnread(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  userId: Id<"users">,
): Promise<Doc<"unreadCounts"> | null> {
  return await ctx.db
    .query("unreadCounts")
    .withIndex("by_recipient", (q) => q.eq("projectId", projectId).eq("userId", userId))
    .unique();
}
