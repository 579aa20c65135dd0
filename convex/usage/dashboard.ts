import type { PaginationResult } from "convex/server";
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { usageNewestFirst } from "./lists";
import { requirePeriod } from "../lib/periods";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import { literals } from "../lib/literals";
import { presentUsage } from "./present";
import type { UsageView } from "./present";
import { usageSums } from "./sumViews";
import type { UsageSums } from "./sumViews";
import { groupings } from "./sums";

/** Lists usage records. `startDate` and `endDate` are days in UTC or points in time, and both are included. */
export const list = memberQuery("project:read", {
  args: {
    paginationOpts: paginationOptsValidator,
    startDate: v.optional(v.string()),
    endDate: v.optional(v.string()),
    service: v.optional(v.string()),
  },
  handler: async (ctx, { startDate, endDate, service, paginationOpts }): Promise<PaginationResult<UsageView>> => {
    requirePeriod({ startDate, endDate });
    const range = usageNewestFirst(ctx, ctx.project._id, { startDate, endDate, service });
    return await livePage(range, paginationOpts, presentUsage);
  },
});

/** Adds usage up over whole days in UTC, by one of these. */
export const sums = memberQuery("project:read", {
  args: { groupBy: literals(groupings), startDate: v.optional(v.string()), endDate: v.optional(v.string()) },
  handler: async (ctx, { groupBy, startDate, endDate }): Promise<UsageSums> => {
    requirePeriod({ startDate, endDate });
    return await usageSums(ctx, ctx.project._id, { groupBy, startDate, endDate });
  },
});
