import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { clearTraces } from "./clearing";

export const clear = internalMutation({
  args: { sessionId: v.id("issueSessions") },
  handler: async (ctx, { sessionId }): Promise<null> => {
    await clearTraces(ctx, sessionId);
    return null;
  },
});
