import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { clearTraces } from "./clearing";
import { stopChildren as stopChildrenOf } from "./model";
import { cancelOpenSteps } from "./steps";

export const clear = internalMutation({
  args: { sessionId: v.id("issueSessions") },
  handler: async (ctx, { sessionId }): Promise<null> => {
    await clearTraces(ctx, sessionId);
    return null;
  },
});

export const stopChildren = internalMutation({
  args: { sessionId: v.id("issueSessions") },
  handler: async (ctx, { sessionId }): Promise<null> => {
    await stopChildrenOf(ctx, sessionId);
    return null;
  },
});

export const cancelSteps = internalMutation({
  args: { sessionId: v.id("issueSessions") },
  handler: async (ctx, { sessionId }): Promise<null> => {
    await cancelOpenSteps(ctx, sessionId);
    return null;
  },
});
