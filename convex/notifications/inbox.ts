// What somebody has not read of a project: a number, and the time up to which everything counts as read.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

export interface Recipient {
  projectId: Id<"projects">;
  userId: Id<"users">;
}

export async function findInbox(ctx: QueryCtx, { projectId, userId }: Recipient): Promise<Doc<"inboxes"> | null> {
  return await ctx.db
    .query("inboxes")
    .withIndex("by_recipient", (q) => q.eq("projectId", projectId).eq("userId", userId))
    .unique();
}

export async function readUnread(ctx: QueryCtx, projectId: Id<"projects">, userId: Id<"users">): Promise<number> {
  return (await findInbox(ctx, { projectId, userId }))?.unread ?? 0;
}

export async function changeUnread(ctx: MutationCtx, recipient: Recipient, difference: number): Promise<void> {
  const inbox = await findInbox(ctx, recipient);
  const { projectId, userId } = recipient;
  if (inbox === null) await ctx.db.insert("inboxes", { projectId, userId, unread: difference });
  else await ctx.db.patch("inboxes", inbox._id, { unread: inbox.unread + difference });
}

/** All at once, however many there are. Gives how many were not read. */
export async function markAllRead(ctx: MutationCtx, { projectId, userId }: Recipient): Promise<number> {
  const inbox = await findInbox(ctx, { projectId, userId });
  const newest = await ctx.db
    .query("notifications")
    .withIndex("by_recipient", (q) => q.eq("projectId", projectId).eq("userId", userId))
    .order("desc")
    .first();
  if (inbox === null || newest === null || inbox.unread === 0) return 0;
  const readUpTo = { creationTime: newest._creationTime, atMs: Date.now() };
  await ctx.db.patch("inboxes", inbox._id, { unread: 0, readUpTo });
  return inbox.unread;
}

/** When it was read; null when it was not. */
export function readAtMs(notification: Doc<"notifications">, inbox: Doc<"inboxes"> | null): number | null {
  if (notification.isRead) return notification.readAtMs ?? notification._creationTime;
  const readUpTo = inbox?.readUpTo;
  return readUpTo !== undefined && notification._creationTime <= readUpTo.creationTime ? readUpTo.atMs : null;
}
