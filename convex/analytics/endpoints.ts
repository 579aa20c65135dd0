import { projectQuery } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import type { NoInput } from "../api/routes";
import { readCounters } from "../counters/model";
import { readDays } from "../counters/shards";
import { presentUsage } from "../usage/present";
import type { UsageView } from "../usage/present";
import { daysNewestFirst } from "./lists";
import { usageNewestFirst } from "../usage/lists";
import { presentDay } from "./present";
import type { DayView } from "./present";
import type { DaysRequest, UsageRequest } from "./requests";

export const usage = projectQuery(
  async (ctx, { limit, cursor, ...filters }: UsageRequest): Promise<Page<UsageView>> => {
    const source = usageNewestFirst(ctx, ctx.project._id, filters);
    const paged = { project: ctx.project, name: listName("usage", filters), sources: [source] };
    return await readPage(paged, { limit, cursor }, pageBounds.usual, presentUsage);
  },
);

export const dailyStats = projectQuery(
  async (ctx, { limit, cursor, ...filters }: DaysRequest): Promise<Page<DayView>> => {
    const source = daysNewestFirst(ctx, ctx.project._id, filters);
    const paged = { project: ctx.project, name: listName("dailyStats", filters), sources: [source] };
    const since = await readDays(ctx, ctx.project._id);
    return await readPage(paged, { limit, cursor }, pageBounds.small, (day) => presentDay(day, since));
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
