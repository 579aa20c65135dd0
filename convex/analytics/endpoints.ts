import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { projectQuery } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import type { NoInput } from "../api/routeBuilders";
import { readCounters } from "../counters/model";
import { readDays } from "../counters/shards";
import { usageSums } from "../usage/sumViews";
import type { AskedSums, UsageSumView } from "../usage/sumViews";
import { presentUsage } from "../usage/present";
import type { UsageView } from "../usage/present";
import { daysNewestFirst } from "./lists";
import { usageNewestFirst } from "../usage/lists";
import { presentDay } from "./present";
import type { DayView } from "./present";
import type { DaysRequest, OutcomesRequest, UsageRequest } from "./requests";
import { outcomesOf } from "./outcomes";
import type { OutcomeView } from "./outcomes";

/** The records of usage, or with `groupBy` sums of them, all in one page. */
export const usage = projectQuery(
  async (ctx, { limit, cursor, groupBy, ...filters }: UsageRequest): Promise<Page<UsageView> | UsageSumPage> => {
    if (groupBy !== undefined) return await sumPage(ctx, { ...filters, groupBy, limit });
    const source = usageNewestFirst(ctx, ctx.project._id, filters);
    const paged = { project: ctx.project, name: listName("usage", filters), sources: [source] };
    return await readPage(paged, { limit, cursor }, pageBounds.usual, presentUsage);
  },
);

interface UsageSumPage extends Page<UsageSumView> {
  /** Null when all usage is counted. Otherwise usage up to this time may still be missing. */
  completeSince: string | null;
}

async function sumPage(ctx: QueryCtx & { project: Doc<"projects"> }, asked: AskedSums): Promise<UsageSumPage> {
  const { rows, completeSince } = await usageSums(ctx, ctx.project._id, asked);
  return { data: rows, nextCursor: null, hasMore: false, completeSince };
}

export const dailyStats = projectQuery(
  async (ctx, { limit, cursor, ...filters }: DaysRequest): Promise<Page<DayView>> => {
    const source = daysNewestFirst(ctx, ctx.project._id, filters);
    const paged = { project: ctx.project, name: listName("dailyStats", filters), sources: [source] };
    const since = await readDays(ctx, ctx.project._id);
    return await readPage(paged, { limit, cursor }, pageBounds.small, (day) => presentDay(day, since));
  },
);

/** What the runs of the period came to, all in one answer. */
export const outcomes = projectQuery(
  async (ctx, { groupBy = "workflow", ...period }: OutcomesRequest): Promise<OutcomeView[]> => {
    return (await outcomesOf(ctx, ctx.project._id, { groupBy, ...period })).rows;
  },
);

/** The counters for the start page of a dashboard. `/project/counters` has all counters. */
export const counters = projectQuery(async (ctx, _input: NoInput) => {
  const all = await readCounters(ctx, ctx.project._id, ctx.key.userId);
  const { totalRuns, activeRuns, activeSandboxes, pendingIssues, totalWorkflows, totalLearnings } = all;
  const { unreadNotifications } = all;
  return {
    totalRuns,
    activeRuns,
    activeSandboxes,
    pendingIssues,
    totalWorkflows,
    totalLearnings,
    unreadNotifications,
  };
});
