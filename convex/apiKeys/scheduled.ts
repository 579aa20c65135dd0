import { v } from "convex/values";
import { internal } from "../_generated/api";
import { scheduledMutation } from "../lib/scheduledMutation";
import * as notices from "./expiryNotices";
import * as ending from "./revocation";
import { compactKeyUses } from "../callers/keyUses";

export const fold = scheduledMutation({}, async (ctx) => {
  if (await compactKeyUses(ctx)) await ctx.scheduler.runAfter(0, internal.apiKeys.scheduled.fold, {});
});

export const giveExpiryNotices = scheduledMutation({}, async (ctx) => {
  if (await notices.giveExpiryNotices(ctx)) {
    await ctx.scheduler.runAfter(0, internal.apiKeys.scheduled.giveExpiryNotices, {});
  }
});

export const expire = scheduledMutation({ keyId: v.id("apiKeys") }, (ctx, { keyId }) => ending.expireKey(ctx, keyId));

export const revokeDescendants = scheduledMutation({ keyId: v.id("apiKeys") }, (ctx, { keyId }) =>
  ending.revokeDescendants(ctx, keyId),
);

export const revokeKeysOfMember = scheduledMutation(
  { projectId: v.id("projects"), userId: v.id("users") },
  (ctx, holding) => ending.revokeKeysOfMember(ctx, holding),
);
