import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { clearChunks as clearBatch } from "./clearing";

export const clearChunks = internalMutation({
  args: { messageId: v.id("messages") },
  handler: async (ctx, { messageId }): Promise<null> => {
    await clearBatch(ctx, messageId);
    return null;
  },
});
