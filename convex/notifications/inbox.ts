// The inbox of a member in a project: the number of unread notifications, and the time up to which all count as read.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { randomShard, maxShards } from "../lib/sums";

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
  return (await shardsOf(ctx, { projectId, userId })).reduce((sum, { unread }) => sum + unread, 0);
}

export async function changeUnread(ctx: MutationCtx, recipient: Recipient, difference: number): Promise<void> {
  const { projectId, userId } = recipient;
  const shard = randomShard();
  const row = await ctx.db
    .query("inboxCounters")
    .withIndex("by_recipient", (q) => q.eq("projectId", projectId).eq("userId", userId).eq("shard", shard))
    .unique();
  if (row === null) await ctx.db.insert("inboxCounters", { projectId, userId, shard, unread: difference });
  else await ctx.db.patch("inboxCounters", row._id, { unread: row.unread + difference });
}

/** Marks all as read at once, however many there are. Returns how many were unread. */
export async function markAllRead(ctx: MutationCtx, recipient: Recipient): Promise<number> {
  const { projectId, userId } = recipient;
  const newest = await ctx.db
    .query("notifications")
    .withIndex("by_recipient", (q) => q.eq("projectId", projectId).eq("userId", userId))
    .order("desc")
    .first();
  const unread = await readUnread(ctx, projectId, userId);
  if (newest === null || unread === 0) return 0;
  for (const { _id } of await shardsOf(ctx, recipient)) await ctx.db.delete("inboxCounters", _id);
  const inbox = await findInbox(ctx, recipient);
  const readUpTo = { creationTime: newest._creationTime, atMs: Date.now() };
  if (inbox === null) await ctx.db.insert("inboxes", { projectId, userId, readUpTo });
  else await ctx.db.patch("inboxes", inbox._id, { readUpTo });
  return unread;
}

async function shardsOf(ctx: QueryCtx, { projectId, userId }: Recipient): Promise<Doc<"inboxCounters">[]> {
  return await ctx.db
    .query("inboxCounters")
    .withIndex("by_recipient", (q) => q.eq("projectId", projectId).eq("userId", userId))
    .take(maxShards);
}

/** Returns the time at which the notification was read; null when it is unread. */
export function readAtMs(notification: Doc<"notifications">, inbox: Doc<"inboxes"> | null): number | null {
  if (notification.isRead) return notification.readAtMs ?? notification._creationTime;
  const readUpTo = inbox?.readUpTo;
  return readUpTo !== undefined && notification._creationTime <= readUpTo.creationTime ? readUpTo.atMs : null;
}
