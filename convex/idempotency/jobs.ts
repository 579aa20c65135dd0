import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { clearParts, sweepAnswers } from "./model";

export const sweep = internalMutation({
  args: {},
  handler: async (ctx): Promise<null> => {
    if (await sweepAnswers(ctx)) await ctx.scheduler.runAfter(0, internal.idempotency.jobs.sweep, {});
    return null;
  },
});

export const clear = internalMutation({
  args: { keyId: v.id("idempotencyKeys") },
  handler: async (ctx, { keyId }): Promise<null> => {
    await clearParts(ctx, keyId);
    return null;
  },
});
