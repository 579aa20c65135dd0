import { internal } from "../_generated/api";
import { scheduledMutation } from "../lib/scheduledMutation";
import { sweepEvents } from "./retention";

export const sweep = scheduledMutation({}, async (ctx) => {
  if (await sweepEvents(ctx)) await ctx.scheduler.runAfter(0, internal.events.scheduled.sweep);
});
