import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { expireKey } from "./model";
import { foldUses } from "./uses";

export const fold = internalMutation({
  args: {},
  handler: async (ctx): Promise<null> => {
    if (await foldUses(ctx)) await ctx.scheduler.runAfter(0, internal.apiKeys.jobs.fold, {});
    return null;
  },
});

export const expire = internalMutation({
  args: { keyId: v.id("apiKeys") },
  handler: async (ctx, { keyId }): Promise<null> => {
    await expireKey(ctx, keyId);
    return null;
  },
});
