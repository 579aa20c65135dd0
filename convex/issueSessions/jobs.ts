import { v } from "convex/values";
import { scheduled } from "../lib/scheduled";
import { clearTraces } from "./clearing";
import { stopChildren as stopChildrenOf } from "./model";
import { cancelOpenSteps } from "./steps";

export const clear = scheduled({ sessionId: v.id("issueSessions") }, (ctx, { sessionId }) =>
  clearTraces(ctx, sessionId),
);

export const stopChildren = scheduled({ sessionId: v.id("issueSessions") }, (ctx, { sessionId }) =>
  stopChildrenOf(ctx, sessionId),
);

export const cancelSteps = scheduled({ sessionId: v.id("issueSessions") }, (ctx, { sessionId }) =>
  cancelOpenSteps(ctx, sessionId),
);
