import { v } from "convex/values";
import { ifExists, scheduledMutation } from "../lib/scheduledMutation";
import { finishMessageIfOverdue, finishOverdueMessages } from "./overdue";
import { clearChunks as clearBatch } from "./clearing";

export const finishOverdue = scheduledMutation({}, (ctx) => finishOverdueMessages(ctx));

export const finishIfOverdue = scheduledMutation({ messageId: v.id("messages") }, (ctx, { messageId }) =>
  ifExists(ctx.db.get("messages", messageId), (message) => finishMessageIfOverdue(ctx, message)),
);

export const clearChunks = scheduledMutation({ messageId: v.id("messages") }, (ctx, { messageId }) =>
  clearBatch(ctx, messageId),
);
