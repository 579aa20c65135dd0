import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { memberQuery, userQuery } from "../dashboard/builders";
import { requireLimit } from "../dashboard/limits";
import { pageOf } from "../dashboard/pages";
import { memberWrites } from "../dashboard/writes";
import { literals } from "../lib/literals";
import { documentId, publicId } from "../lib/publicIds";
import type { ItemCounts } from "./counts";
import * as handlers from "./handlers";
import { inboxKinds } from "./kinds";
import { oldestFirst, rankedItemsOf, itemCountsByProject } from "./lists";
import { presentItem, presentWithGroup } from "./present";
import type { InboxItemView, InboxItemWithGroup } from "./present";
import * as requests from "./requests";

const usualLimit = 100;
const maxLimit = 500;

/**
 * Lists what waits in all projects of the user, or in one of them: first what keeps an agent from working, by deadline,
 * then failures, those with the same reason together, then the rest.
 */
export const mine = userQuery({
  args: {
    limit: v.optional(v.number()),
    kind: v.optional(literals(inboxKinds)),
    onlyProjectId: v.optional(v.string()),
  },
  handler: async (
    ctx,
    { limit = usualLimit, kind, onlyProjectId },
  ): Promise<{ items: InboxItemWithGroup[]; hasMore: boolean }> => {
    const projectId = onlyProjectId === undefined ? undefined : documentId(ctx, "projects", onlyProjectId);
    const wanted = { projectId, kind, limit: requireLimit(limit, maxLimit) };
    const { items, hasMore } = await rankedItemsOf(ctx, ctx.userId, wanted);
    return { items: items.map(presentWithGroup), hasMore };
  },
});

/** Counts what waits in all projects of the user, by kind. A project in which nothing waits is not in `projects`. */
export const countMine = userQuery({
  args: {},
  handler: async (ctx): Promise<{ count: number; projects: ({ projectId: string } & ItemCounts)[] }> => {
    const all = await itemCountsByProject(ctx, ctx.userId);
    const waiting = all.filter(({ count }) => count > 0);
    return {
      count: waiting.reduce((sum, { count }) => sum + count, 0),
      projects: waiting.map(({ projectId, count, kinds }) => ({
        projectId: publicId("projects", projectId),
        count,
        kinds,
      })),
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
