import { v } from "convex/values";
import { internal } from "../_generated/api";
import { scheduled } from "../lib/scheduled";
import * as ending from "./ending";
import { foldUses } from "../callers/keyUses";

export const fold = scheduled({}, async (ctx) => {
  if (await foldUses(ctx)) await ctx.scheduler.runAfter(0, internal.apiKeys.jobs.fold, {});
});

export const expire = scheduled({ keyId: v.id("apiKeys") }, (ctx, { keyId }) => ending.expireKey(ctx, keyId));

export const endWhatItMade = scheduled({ keyId: v.id("apiKeys") }, (ctx, { keyId }) =>
  ending.endWhatItMade(ctx, keyId),
);

export const revokeHeld = scheduled({ projectId: v.id("projects"), userId: v.id("users") }, (ctx, holding) =>
  ending.revokeHeld(ctx, holding),
);
