import { apiError } from "../lib/errors";
import type { Caller, ReadCtx, WriteCtx } from "../callers/caller";
import { getOwn } from "../lib/getDocument";
import { withIds } from "../lib/publicIds";
import { findInbox, markAllRead, readAtMs, readUnread } from "./inbox";
import type { Recipient } from "./inbox";
import { dismiss as dismissNotification, markRead as markNotificationRead } from "./model";
import { presentNotification } from "./present";
import type { NotificationView } from "./present";
import { markRunSeen } from "./unseenEnds";

type One = { notificationId: string };

export function recipientOf({ project, userId }: Caller): Recipient {
  return { projectId: project._id, userId };
}

export async function countUnread(ctx: ReadCtx): Promise<{ count: number }> {
  return { count: await readUnread(ctx, ctx.project._id, ctx.userId) };
}

export async function markRead(ctx: WriteCtx, { notificationId }: One): Promise<NotificationView> {
  const { notification, readAtMs: formerlyMs } = await received(ctx, notificationId);
  return presentNotification(notification, formerlyMs ?? (await markNotificationRead(ctx, notification)));
}

export async function markAll(ctx: WriteCtx) {
  return { marked: await markAllRead(ctx, recipientOf(ctx)), unreadCount: 0 };
}

export async function dismiss(ctx: WriteCtx, { notificationId }: One) {
  const { notification, readAtMs: formerlyMs } = await received(ctx, notificationId);
  await dismissNotification(ctx, notification, formerlyMs === null);
  return withIds("notifications", notification._id, { deleted: true });
}

/** Marks what the caller has not read about a run. */
export async function markSeen(ctx: WriteCtx, { runId }: { runId: string }): Promise<{ marked: number }> {
  const run = await getOwn(ctx, "runs", runId);
  return { marked: await markRunSeen(ctx, recipientOf(ctx), run._id) };
}

/** Throws NOT_FOUND, and FORBIDDEN for another member's notification. */
async function received(ctx: ReadCtx, text: string) {
  const notification = await getOwn(ctx, "notifications", text);
  if (notification.userId !== ctx.userId) {
    throw apiError("FORBIDDEN", "The notification belongs to another member.");
  }
  return { notification, readAtMs: readAtMs(notification, await findInbox(ctx, recipientOf(ctx))) };
}
