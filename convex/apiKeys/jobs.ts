import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import * as ending from "./ending";
import { foldUses } from "../callers/keyUses";

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
    await ending.expireKey(ctx, keyId);
    return null;
  },
});

export const endWhatItMade = internalMutation({
  args: { keyId: v.id("apiKeys") },
  handler: async (ctx, { keyId }): Promise<null> => {
    await ending.endWhatItMade(ctx, keyId);
    return null;
  },
});

export const revokeHeld = internalMutation({
  args: { projectId: v.id("projects"), userId: v.id("users") },
  handler: async (ctx, holding): Promise<null> => {
    await ending.revokeHeld(ctx, holding);
    return null;
  },
});
