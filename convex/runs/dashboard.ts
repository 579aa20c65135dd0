import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { presentBestMatches, searchArgs } from "../dashboard/liveSearch";
import { livePage } from "../dashboard/pages";
import { memberWrite, memberWrites } from "../dashboard/writes";
import { getOwn } from "../lib/getDocument";
import { presentDetail } from "./detail";
import type { RunDetailView } from "./detail";
import * as handlers from "./handlers";
import { presentSummary } from "./present";
import type { RunSummaryView } from "./present";
import * as requests from "./requests";
import { runSource, runStatus } from "./schema";
import { searchRuns } from "./search";

const filterArgs = {
  status: v.optional(runStatus),
  workflowId: v.optional(v.string()),
  source: v.optional(runSource),
};

/** Both times, in epoch milliseconds, are exclusive bounds. */
export const list = memberQuery("project:read", {
  args: {
    paginationOpts: paginationOptsValidator,
    ...filterArgs,
    createdAfter: v.optional(v.number()),
    createdBefore: v.optional(v.number()),
  },
  handler: async (ctx, { paginationOpts, ...filters }): Promise<PaginationResult<RunSummaryView>> =>
    await livePage(await handlers.listRuns(ctx, filters), paginationOpts, presentSummary),
});

export const search = memberQuery("project:read", {
  args: { ...searchArgs, ...filterArgs },
  handler: async (ctx, { status, workflowId, source, ...asked }): Promise<RunSummaryView[]> => {
    const workflow = workflowId === undefined ? null : await getOwn(ctx, "workflows", workflowId);
    const filters = { status, workflowId: workflow?._id, source };
    const find = (words: string) => searchRuns(ctx, ctx.project._id, words, filters);
    return await presentBestMatches(find, asked, presentSummary);
  },
});

export const listByChain = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator, chainId: v.string() },
  handler: async (ctx, { paginationOpts, chainId }): Promise<PaginationResult<RunSummaryView>> =>
    await livePage(await handlers.listRunsOfChain(ctx, chainId), paginationOpts, presentSummary),
});

/** Returns the run with its sandboxes and its first steps. runSteps/dashboard:list has all of its steps. */
export const get = memberQuery("project:read", {
  args: { id: v.string() },
  handler: async (ctx, { id }): Promise<RunDetailView> => presentDetail(ctx, await getOwn(ctx, "runs", id)),
});

export const getByNumber = memberQuery("project:read", {
  args: { runNumber: v.number() },
  handler: async (ctx, { runNumber }): Promise<RunDetailView> =>
    presentDetail(ctx, await handlers.getByNumber(ctx, runNumber)),
});

export const start = memberWrite("work:write", requests.start, handlers.startFrom("dashboard"));
export const { pause, resume, cancel, stopGracefully, discard, restore, purge } = memberWrites(
  "work:write",
  requests.one,
  handlers,
);
export const { restart, rename } = memberWrites("work:write", requests, handlers);
export const { discardMany } = memberWrites("work:write", requests.bulkDelete, handlers);
