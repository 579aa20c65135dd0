import type { PaginationResult } from "convex/server";
import { paginationOptsValidator } from "convex/server";
import { memberQuery } from "../dashboard/builders";
import { pageOf } from "../dashboard/pages";
import { presentFeedEvent } from "./present";
import type { FeedEventView } from "./present";

/** The newest event first. */
export const list = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }): Promise<PaginationResult<FeedEventView>> => {
    const events = ctx.db.query("events").withIndex("by_commit", (q) => q.eq("projectId", ctx.project._id));
    return await pageOf(events.order("desc"), paginationOpts, presentFeedEvent);
  },
});
