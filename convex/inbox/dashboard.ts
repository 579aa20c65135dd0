import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { memberQuery, userQuery } from "../dashboard/builders";
import { pageOf } from "../dashboard/pages";
import { memberWrites } from "../dashboard/writes";
import { invalid } from "../lib/errors";
import { publicId } from "../lib/publicIds";
import * as handlers from "./handlers";
import { oldestFirst, oldestOfUser, itemCountsByProject } from "./lists";
import { presentItem } from "./present";
import type { InboxItemView } from "./present";
import * as requests from "./requests";

const maxShown = 100;

/** Lists what waits in all projects of the user, oldest first. When there is more, `list` shows it by project. */
export const mine = userQuery({
  args: { limit: v.optional(v.number()) },
  handler: async (ctx, { limit = maxShown }): Promise<{ items: InboxItemView[]; hasMore: boolean }> => {
    if (!Number.isInteger(limit) || limit < 1 || limit > maxShown) {
      throw invalid("limit", `limit must be an integer from 1 to ${maxShown}.`);
    }
    const { items, hasMore } = await oldestOfUser(ctx, ctx.userId, limit);
    return { items: items.map(presentItem), hasMore };
  },
});

/** Counts what waits in all projects of the user. A project in which nothing waits is not in `projects`. */
export const countMine = userQuery({
  args: {},
  handler: async (ctx): Promise<{ count: number; projects: { projectId: string; count: number }[] }> => {
    const all = await itemCountsByProject(ctx, ctx.userId);
    const waiting = all.filter(({ count }) => count > 0);
    return {
      count: waiting.reduce((sum, { count }) => sum + count, 0),
      projects: waiting.map(({ projectId, count }) => ({ projectId: publicId("projects", projectId), count })),
    };
  },
});

export const list = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }): Promise<PaginationResult<InboxItemView>> =>
    await pageOf(oldestFirst(ctx, ctx.project._id)(0), paginationOpts, presentItem),
});

export const count = memberQuery("project:read", { args: {}, handler: handlers.count });
export const { dismiss } = memberWrites("work:write", requests, handlers);
