import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { presentBestMatches, searchArgs } from "../dashboard/liveSearch";
import { memberList } from "../dashboard/lists";
import { livePage } from "../dashboard/pages";
import { memberWrites } from "../dashboard/writes";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentLearning } from "./present";
import type { LearningView } from "./present";
import * as requests from "./requests";
import { learningReview } from "./schema";
import { searchLearnings } from "./search";

export const list = memberQuery("project:read", {
  args: {
    paginationOpts: paginationOptsValidator,
    status: v.optional(learningReview),
    category: v.optional(v.string()),
  },
  handler: async (ctx, { status, category, paginationOpts }): Promise<PaginationResult<LearningView>> => {
    const range = newestFirst(ctx, ctx.project._id, { status, category });
    return await livePage(range, paginationOpts, presentLearning);
  },
});

export const search = memberQuery("project:read", {
  args: { ...searchArgs, status: v.optional(learningReview), category: v.optional(v.string()) },
  handler: async (ctx, { status, category, ...asked }): Promise<LearningView[]> => {
    const find = (words: string) => searchLearnings(ctx, ctx.project._id, words, { status, category });
    return await presentBestMatches(find, asked, presentLearning);
  },
});

export const listOfSandbox = memberList("project:read", handlers.listOfSandbox);

/** The numbers of learnings by status and by category. Categories without learnings are left out. */
export const stats = memberQuery("project:read", { args: {}, handler: handlers.stats });

/** The document that all approved learnings would form. */
export const preview = memberQuery("project:read", {
  args: { roleType: v.optional(v.string()) },
  handler: async (ctx, { roleType }) => await handlers.preview(ctx, { roleType }),
});

export const { create, updateStatus, updateStatusOfMany } = memberWrites("work:write", requests, handlers);
export const { update } = memberWrites("work:write", requests.updateContent, handlers);
export const { remove, restore, purge } = memberWrites("work:write", requests.one, handlers);
export const { removeMany } = memberWrites("work:write", requests.many, handlers);
