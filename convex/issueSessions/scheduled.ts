import { v } from "convex/values";
import { scheduledMutation } from "../lib/scheduledMutation";
import { clearTraces } from "./clearing";
import { stopChildren as stopChildrenOf } from "./model";
import { cancelOpenSteps } from "./steps";

export const clear = scheduledMutation({ sessionId: v.id("issueSessions") }, (ctx, { sessionId }) =>
  clearTraces(ctx, sessionId),
);

export const stopChildren = scheduledMutation({ sessionId: v.id("issueSessions") }, (ctx, { sessionId }) =>
  stopChildrenOf(ctx, sessionId),
);

export const cancelSteps = scheduledMutation({ sessionId: v.id("issueSessions") }, (ctx, { sessionId }) =>
  cancelOpenSteps(ctx, sessionId),
);
