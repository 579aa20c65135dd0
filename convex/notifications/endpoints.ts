// The notifications of the user for whom the calling key was made.
import { projectMutations, projectQuery, projectQueries } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import * as handlers from "./handlers";
import { findInbox, readAtMs } from "./inbox";
import { newestFirst, unreadNewestFirst } from "./lists";
import { presentNotification } from "./present";
import type { NotificationView } from "./present";
import type { ListRequest } from "./requests";

export const list = projectQuery(
  async (ctx, { filter = "all", ...request }: ListRequest): Promise<Page<NotificationView>> => {
    const recipient = handlers.recipientOf(ctx);
    const inbox = await findInbox(ctx, recipient);
    const source = filter === "all" ? newestFirst(ctx, recipient) : unreadNewestFirst(ctx, recipient, inbox);
    // The cursor is valid only for this recipient.
    const name = listName("notifications", { filter, userId: ctx.userId });
    const paged = { project: ctx.project, name, sources: [source] };
    return await readPage(paged, request, pageBounds.notifications, (notification) =>
      presentNotification(notification, readAtMs(notification, inbox)),
    );
  },
);

export const { countUnread } = projectQueries(handlers);
export const { markRead, markAll, dismiss } = projectMutations(handlers);
