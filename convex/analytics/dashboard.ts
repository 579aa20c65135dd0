import type { PaginationResult } from "convex/server";
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { readDays } from "../counters/shards";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import { daysFrom } from "./lists";
import { requirePeriod } from "../lib/periods";
import { literals } from "../lib/literals";
import { outcomesOf } from "./outcomes";
import type { OutcomeDayView, OutcomeView } from "./outcomes";
import { outcomeGroupings } from "./outcomeValues";
import { presentDay } from "./present";
import type { DayView } from "./present";

/** The days on which anything happened, the last one first. */
export const dailyStats = memberQuery("project:read", {
  args: {
    paginationOpts: paginationOptsValidator,
    startDate: v.optional(v.string()),
    endDate: v.optional(v.string()),
  },
  handler: async (ctx, { paginationOpts, ...period }): Promise<PaginationResult<DayView>> => {
    requirePeriod(period);
    const since = await readDays(ctx, ctx.project._id);
    return await livePage(daysFrom(ctx, ctx.project._id, period), paginationOpts, (day) => presentDay(day, since));
  },
});

/** What the runs came to that were created on the days of a period, by one of these, and on each of the days. */
export const outcomes = memberQuery("project:read", {
  args: {
    groupBy: literals(outcomeGroupings),
    startDate: v.optional(v.string()),
    endDate: v.optional(v.string()),
  },
  handler: async (ctx, { groupBy, ...period }): Promise<{ rows: OutcomeView[]; days: OutcomeDayView[] }> => {
    requirePeriod(period);
    return await outcomesOf(ctx, ctx.project._id, { groupBy, ...period });
  },
});
