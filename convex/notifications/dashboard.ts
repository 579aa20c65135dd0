// The notifications of the signed-in user.
import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import { memberWrites } from "../dashboard/writes";
import * as handlers from "./handlers";
import { findInbox, readAtMs } from "./inbox";
import { newestFirst, unreadNewestFirst } from "./lists";
import { presentNotification } from "./present";
import type { NotificationView } from "./present";
import * as requests from "./requests";

export const list = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator, filter: v.optional(v.union(v.literal("unread"), v.literal("all"))) },
  handler: async (ctx, { filter = "all", paginationOpts }): Promise<PaginationResult<NotificationView>> => {
    const recipient = handlers.recipientOf(ctx);
    const inbox = await findInbox(ctx, recipient);
    const range = filter === "all" ? newestFirst(ctx, recipient) : unreadNewestFirst(ctx, recipient, inbox);
    return await livePage(range, paginationOpts, (notification) =>
      presentNotification(notification, readAtMs(notification, inbox)),
    );
  },
});

export const countUnread = memberQuery("project:read", { args: {}, handler: handlers.countUnread });
export const { markRead, dismiss } = memberWrites("project:read", requests.one, handlers);
export const { markAll } = memberWrites("project:read", requests, handlers);
