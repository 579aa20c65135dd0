import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { sweepAnswers } from "./model";

export const sweep = internalMutation({
  args: {},
  handler: async (ctx): Promise<null> => {
    if (await sweepAnswers(ctx)) await ctx.scheduler.runAfter(0, internal.idempotency.jobs.sweep, {});
    return null;
  },
});
