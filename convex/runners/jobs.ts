import { internal } from "../_generated/api";
import { scheduled } from "../lib/scheduled";
import { sweepRunners } from "./seen";

export const sweep = scheduled({}, async (ctx) => {
  if (await sweepRunners(ctx)) await ctx.scheduler.runAfter(0, internal.runners.jobs.sweep, {});
});
