import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { invalid } from "../lib/errors";
import { memberGet, memberQuery } from "../dashboard/builders";
import { presentBestMatches, searchArgs } from "../dashboard/liveSearch";
import { livePage } from "../dashboard/pages";
import { memberWrites } from "../dashboard/writes";
import { getOwn } from "../lib/getDocument";
import * as handlers from "./handlers";
import { asOneRange, newestFirst } from "./lists";
import { presentIssue } from "./present";
import type { IssueView } from "./present";
import * as requests from "./requests";
import { issueStatus, level } from "./schema";
import { searchIssues } from "./search";

/** Lists issues. A filter by priority requires a filter by status. */
export const list = memberQuery("project:read", {
  args: {
    paginationOpts: paginationOptsValidator,
    sessionId: v.optional(v.string()),
    status: v.optional(issueStatus),
    priority: v.optional(level),
  },
  handler: async (ctx, { sessionId, status, priority, paginationOpts }): Promise<PaginationResult<IssueView>> => {
    const session = sessionId === undefined ? null : await getOwn(ctx, "issueSessions", sessionId);
    const range = asOneRange({ projectId: ctx.project._id, sessionId: session?._id, status, priority });
    if (range === null) throw invalid("priority", "priority filters only together with status. Name a status, too.");
    return await livePage(newestFirst(ctx, range), paginationOpts, presentIssue);
  },
});

/** Searches issues, the best match first. The filters can be used independently of each other. */
export const search = memberQuery("project:read", {
  args: {
    ...searchArgs,
    sessionId: v.optional(v.string()),
    status: v.optional(issueStatus),
    priority: v.optional(level),
  },
  handler: async (ctx, { sessionId, status, priority, ...asked }): Promise<IssueView[]> => {
    const session = sessionId === undefined ? null : await getOwn(ctx, "issueSessions", sessionId);
    const filters = { sessionId: session?._id, status, priority };
    const find = (words: string) => searchIssues(ctx, ctx.project._id, words, filters);
    return await presentBestMatches(find, asked, presentIssue);
  },
});

export const get = memberGet("project:read", handlers.get);
export const { create, update, linkRun } = memberWrites("work:write", requests, handlers);
export const { remove } = memberWrites("work:write", requests.one, handlers);
export const { removeMany } = memberWrites("work:write", requests.many, handlers);
