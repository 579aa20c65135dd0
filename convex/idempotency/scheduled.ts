import { v } from "convex/values";
import { internal } from "../_generated/api";
import { scheduledMutation } from "../lib/scheduledMutation";
import { clearParts, sweepAnswers } from "./model";

export const sweep = scheduledMutation({}, async (ctx) => {
  if (await sweepAnswers(ctx)) await ctx.scheduler.runAfter(0, internal.idempotency.scheduled.sweep, {});
});

export const clear = scheduledMutation({ keyId: v.id("idempotencyKeys") }, (ctx, { keyId }) => clearParts(ctx, keyId));
