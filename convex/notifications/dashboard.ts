// The notifications of the signed-in user.
import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { memberQuery, userQuery } from "../dashboard/builders";
import { requireLimit } from "../dashboard/limits";
import { livePage } from "../dashboard/pages";
import { memberWrites } from "../dashboard/writes";
import { projectsOf } from "../inbox/lists";
import { getOwn } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import * as handlers from "./handlers";
import { findInbox, readAtMs } from "./inbox";
import { newestFirst, unreadNewestFirst } from "./lists";
import { presentEndedRun, presentNotification } from "./present";
import type { EndedRunView, NotificationView } from "./present";
import * as requests from "./requests";
import { isEndUnseen, unseenRunIdsOf, unseenRunsOf } from "./unseenEnds";

const maxUnseen = 50;
const maxMarked = 200;

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

/** The runs of all projects of the user that have ended since the user last looked at them, the last end first. */
export const mineUnseen = userQuery({
  args: { limit: v.optional(v.number()) },
  handler: async (ctx, { limit }): Promise<{ runs: EndedRunView[]; hasMore: boolean }> => {
    const projectIds = await projectsOf(ctx, ctx.userId);
    const recipients = projectIds.map((projectId) => ({ projectId, userId: ctx.userId }));
    const { runs, hasMore } = await unseenRunsOf(ctx, recipients, requireLimit(limit, maxUnseen));
    return { runs: runs.map(presentEndedRun), hasMore };
  },
});

/** The ids of such runs in one project, for marks in lists: those of the last two hundred ends. */
export const unseenRunIds = memberQuery("project:read", {
  args: { limit: v.optional(v.number()) },
  handler: async (ctx, { limit }): Promise<string[]> => {
    const ids = await unseenRunIdsOf(ctx, handlers.recipientOf(ctx), requireLimit(limit, maxMarked));
    return ids.map((id) => publicId("runs", id));
  },
});

export const isUnseen = memberQuery("project:read", {
  args: { runId: v.string() },
  handler: async (ctx, { runId }): Promise<boolean> =>
    await isEndUnseen(ctx, handlers.recipientOf(ctx), (await getOwn(ctx, "runs", runId))._id),
});

/** The user has opened the page of the run. */
export const { markSeen } = memberWrites("project:read", requests.ofRun, handlers);
