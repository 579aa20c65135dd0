import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { finishMessageIfOverdue, finishOverdueMessages } from "./sweeping";
import { clearChunks as clearBatch } from "./clearing";

export const finishOverdue = internalMutation({
  args: {},
  handler: async (ctx): Promise<null> => {
    await finishOverdueMessages(ctx);
    return null;
  },
});

export const finishIfOverdue = internalMutation({
  args: { messageId: v.id("messages") },
  handler: async (ctx, { messageId }): Promise<null> => {
    const message = await ctx.db.get("messages", messageId);
    if (message !== null) await finishMessageIfOverdue(ctx, message);
    return null;
  },
});

export const clearChunks = internalMutation({
  args: { messageId: v.id("messages") },
  handler: async (ctx, { messageId }): Promise<null> => {
    await clearBatch(ctx, messageId);
    return null;
  },
});
