import { v } from "convex/values";
import { internal } from "../_generated/api";
import { scheduledMutation } from "../lib/scheduledMutation";
import { recordAbsences as noticeAbsenceAfter } from "./absence";
import { sweepRunners } from "./lastClaims";
import { deleteOldReports } from "./reports";

export const sweep = scheduledMutation({}, async (ctx) => {
  const isMore = [await sweepRunners(ctx), await deleteOldReports(ctx)];
  if (isMore.includes(true)) await ctx.scheduler.runAfter(0, internal.runners.scheduled.sweep, {});
});

/** The cron passes no argument, and begins with the first row. */
export const noticeAbsence = scheduledMutation({ after: v.optional(v.number()) }, (ctx, { after = 0 }) =>
  noticeAbsenceAfter(ctx, after),
);
