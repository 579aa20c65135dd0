import type { PaginationResult } from "convex/server";
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { readDays } from "../counters/shards";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import { daysFrom } from "./lists";
import { requirePeriod } from "../lib/periods";
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
