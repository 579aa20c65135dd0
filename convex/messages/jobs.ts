import { v } from "convex/values";
import { ifThere, scheduled } from "../lib/scheduled";
import { finishMessageIfOverdue, finishOverdueMessages } from "./sweeping";
import { clearChunks as clearBatch } from "./clearing";

export const finishOverdue = scheduled({}, (ctx) => finishOverdueMessages(ctx));

export const finishIfOverdue = scheduled({ messageId: v.id("messages") }, (ctx, { messageId }) =>
  ifThere(ctx.db.get("messages", messageId), (message) => finishMessageIfOverdue(ctx, message)),
);

export const clearChunks = scheduled({ messageId: v.id("messages") }, (ctx, { messageId }) =>
  clearBatch(ctx, messageId),
);
