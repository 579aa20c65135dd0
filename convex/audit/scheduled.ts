import { internal } from "../_generated/api";
import { scheduledMutation } from "../lib/scheduledMutation";
import { sweepEntries } from "./retention";

export const sweep = scheduledMutation({}, async (ctx) => {
  if (await sweepEntries(ctx, Date.now())) await ctx.scheduler.runAfter(0, internal.audit.scheduled.sweep, {});
});
