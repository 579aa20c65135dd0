// The notifications of the user for whom the calling key was made.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { projectMutation, projectQuery } from "../api/builders";
import { apiError } from "../api/errors";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import type { NoInput } from "../api/routes";
import { ownedDocument } from "../lib/named";
import { findInbox, markAllRead, readAtMs, readUnread } from "./inbox";
import type { Recipient } from "./inbox";
import { dismiss as dismissNotification, markRead as markNotificationRead } from "./model";
import { presentNotification } from "./present";
import type { NotificationView } from "./present";
import type { ListRequest } from "./requests";

type Caller = QueryCtx & { project: Doc<"projects">; key: Doc<"apiKeys"> };

export const list = projectQuery(
  async (ctx, { filter = "all", ...request }: ListRequest): Promise<Page<NotificationView>> => {
    const inbox = await findInbox(ctx, recipientOf(ctx));
    const source = filter === "all" ? allNewestFirst(ctx) : unreadNewestFirst(ctx, inbox);
    const paged = { project: ctx.project, name: nameOf(ctx, filter), sources: [source] };
    return await readPage(paged, request, pageBounds.notifications, (notification) =>
      presentNotification(notification, readAtMs(notification, inbox)),
    );
  },
);

export const countUnread = projectQuery(async (ctx, _input: NoInput) => ({
  count: await readUnread(ctx, ctx.project._id, ctx.key.userId),
}));

export const markRead = projectMutation(
  async (ctx, { notificationId }: { notificationId: string }): Promise<NotificationView> => {
    const { notification, readAtMs: formerlyMs } = await received(ctx, notificationId);
    return presentNotification(notification, formerlyMs ?? (await markNotificationRead(ctx, notification)));
  },
);

export const markAll = projectMutation(async (ctx, _input: NoInput) => ({
  marked: await markAllRead(ctx, recipientOf(ctx)),
  unreadCount: 0,
}));

export const dismiss = projectMutation(async (ctx, { notificationId }: { notificationId: string }) => {
  const { notification, readAtMs: formerlyMs } = await received(ctx, notificationId);
  await dismissNotification(ctx, notification, formerlyMs === null);
  const { id } = presentNotification(notification, null);
  return { id, _id: id, deleted: true };
});

function recipientOf({ project, key }: Caller): Recipient {
  return { projectId: project._id, userId: key.userId };
}

/** A cursor is of no use to another recipient. */
function nameOf(ctx: Caller, filter: string): string {
  return listName("notifications", { filter, userId: ctx.key.userId });
}

function allNewestFirst(ctx: Caller) {
  const { projectId, userId } = recipientOf(ctx);
  return (fromMs: number) =>
    ctx.db
      .query("notifications")
      .withIndex("by_recipient", (q) => q.eq("projectId", projectId).eq("userId", userId).lte("_creationTime", fromMs))
      .order("desc");
}

function unreadNewestFirst(ctx: Caller, inbox: Doc<"inboxes"> | null) {
  const { projectId, userId } = recipientOf(ctx);
  const readUpTo = inbox?.readUpTo?.creationTime ?? 0;
  return (fromMs: number) =>
    ctx.db
      .query("notifications")
      .withIndex("by_recipient_and_state", (q) =>
        q
          .eq("projectId", projectId)
          .eq("userId", userId)
          .eq("isRead", false)
          .gt("_creationTime", readUpTo)
          .lte("_creationTime", fromMs),
      )
      .order("desc");
}

/** Throws NOT_FOUND, and FORBIDDEN for somebody else's. */
async function received(ctx: Caller, text: string) {
  const notification = await ownedDocument(ctx, "notifications", text);
  if (notification.userId !== ctx.key.userId) {
    throw apiError("FORBIDDEN", "The notification is another member's.");
  }
  return { notification, readAtMs: readAtMs(notification, await findInbox(ctx, recipientOf(ctx))) };
}
