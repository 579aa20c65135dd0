import { internal } from "../_generated/api";
import { scheduledMutation } from "../lib/scheduledMutation";
import { sweepArtifacts } from "./sweep";

export const sweep = scheduledMutation({}, async (ctx) => {
  if (await sweepArtifacts(ctx)) await ctx.scheduler.runAfter(0, internal.artifacts.scheduled.sweep, {});
});
