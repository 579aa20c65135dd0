import { v } from "convex/values";
import { internal } from "../_generated/api";
import { scheduled } from "../lib/scheduled";
import { clearParts, sweepAnswers } from "./model";

export const sweep = scheduled({}, async (ctx) => {
  if (await sweepAnswers(ctx)) await ctx.scheduler.runAfter(0, internal.idempotency.jobs.sweep, {});
});

export const clear = scheduled({ keyId: v.id("idempotencyKeys") }, (ctx, { keyId }) => clearParts(ctx, keyId));
