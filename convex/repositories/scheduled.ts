import { internal } from "../_generated/api";
import { scheduledMutation } from "../lib/scheduledMutation";
import { deleteOldChecks } from "./model";

export const sweep = scheduledMutation({}, async (ctx) => {
  if (await deleteOldChecks(ctx)) await ctx.scheduler.runAfter(0, internal.repositories.scheduled.sweep, {});
});
