import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { requireLimit } from "../dashboard/limits";
import { presentBestMatches, searchArgs } from "../dashboard/liveSearch";
import { livePage, pageOf } from "../dashboard/pages";
import { memberWrite, memberWrites } from "../dashboard/writes";
import { literals } from "../lib/literals";
import { invalid } from "../lib/errors";
import { getOwn } from "../lib/getDocument";
import { proofStatuses } from "../workflows/gateValues";
import { presentDetail } from "./detail";
import type { RunDetailView } from "./detail";
import * as handlers from "./handlers";
import { runsWithOpenQuestions } from "./runsWithOpenQuestions";
import { labelsOf } from "./labels";
import { presentSummary } from "./present";
import type { RunSummaryView } from "./present";
import type { ProofView } from "./proof";
import * as requests from "./requests";
import { runSource, runStatus } from "./schema";
import { searchRuns } from "./search";
import { runOrders } from "./status";

const maxWaiting = 100;
const maxLabels = 100;

const filterArgs = {
  status: v.optional(runStatus),
  workflowId: v.optional(v.string()),
  source: v.optional(runSource),
};

/** Both times, in epoch milliseconds, are exclusive bounds. By cost it lists the runs of one state. */
export const list = memberQuery("project:read", {
  args: {
    paginationOpts: paginationOptsValidator,
    ...filterArgs,
    label: v.optional(v.string()),
    proof: v.optional(literals(proofStatuses)),
    createdAfter: v.optional(v.number()),
    createdBefore: v.optional(v.number()),
    sort: v.optional(literals(runOrders)),
  },
  handler: async (ctx, { paginationOpts, sort, proof, ...filters }): Promise<PaginationResult<RunSummaryView>> => {
    const { label } = filters;
    if (proof !== undefined) {
      if (label !== undefined || sort === "cost")
        throw invalid("proof", "proof cannot be combined with label or sort.");
      const { rows, shown } = await handlers.listProvingRuns(ctx, { ...filters, proof });
      const { page, ...position } = await livePage(rows, paginationOpts, shown);
      return { ...position, page: page.filter((run) => run !== null) };
    }
    if (sort !== "cost" && label !== undefined) {
      const { rows, runOf } = await handlers.listLabelledRuns(ctx, { ...filters, label });
      const { page, ...position } = await livePage(rows, paginationOpts, runOf);
      return { ...position, page: page.filter((run) => run !== null).map(presentSummary) };
    }
    if (sort !== "cost") return await livePage(await handlers.listRuns(ctx, filters), paginationOpts, presentSummary);
    return await pageOf(await handlers.listCostliestRuns(ctx, filters), paginationOpts, presentSummary);
  },
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

/** The runs that wait for an answer or a permission, newest question first. There are few, so this has no pages. */
export const listWaiting = memberQuery("project:read", {
  args: {
    limit: v.optional(v.number()),
    workflowId: v.optional(v.string()),
    source: v.optional(runSource),
    label: v.optional(v.string()),
  },
  handler: async (ctx, { limit, workflowId, source, label }): Promise<RunSummaryView[]> => {
    const workflow = workflowId === undefined ? null : await getOwn(ctx, "workflows", workflowId);
    const filters = { workflowId: workflow?._id, source, label };
    return (await runsWithOpenQuestions(ctx, ctx.project._id, filters, requireLimit(limit, maxWaiting))).map(
      presentSummary,
    );
  },
});

/** The labels by which the list can be filtered, in their order. */
export const labels = memberQuery("project:read", {
  args: {},
  handler: async (ctx): Promise<string[]> => await labelsOf(ctx, ctx.project._id, maxLabels),
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

export const proof = memberQuery("project:read", {
  args: { id: v.string() },
  handler: async (ctx, request): Promise<ProofView> => await handlers.proof(ctx, request),
});

export const start = memberWrite("work:write", requests.start, handlers.startFrom("dashboard"));
export const startMany = memberWrite("work:write", requests.startMany, handlers.startManyFrom("dashboard"));
export const { pause, resume, cancel, stopGracefully, discard, restore, purge } = memberWrites(
  "work:write",
  requests.one,
  handlers,
);
export const { accept, continueRun, restart, rename } = memberWrites("work:write", requests, handlers);
export const { discardMany } = memberWrites("work:write", requests.bulkDelete, handlers);
