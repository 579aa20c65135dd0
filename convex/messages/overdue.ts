// Finishes streams that the runner has abandoned. An append does not move the bound of its message, which keeps appends
// cheap; instead, the sweep looks at the time of the last chunk when a message is overdue.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { batchBudget, takeWithin } from "../lib/batchBudget";
import { maxSilenceMs } from "./bounds";
import { lastChunk, textSoFar } from "./chunks";
import { finishMessage } from "./streaming";

type Message = Doc<"messages">;

const messagesPerSweep = 500;

/** Finishes each message in its own transaction, because that reads the whole text. */
export async function finishOverdueMessages(ctx: MutationCtx): Promise<void> {
  const overdue = ctx.db
    .query("messages")
    // Messages that do not stream come before all times.
    .withIndex("by_bound", (q) => q.gt("boundAtMs", 0).lte("boundAtMs", Date.now()));
  for (const { _id } of await takeWithin(batchBudget(messagesPerSweep, 1), overdue)) {
    await ctx.scheduler.runAfter(0, internal.messages.scheduled.finishIfOverdue, { messageId: _id });
  }
}

export async function finishMessageIfOverdue(ctx: MutationCtx, message: Message): Promise<void> {
  if (message.boundAtMs === undefined || message.boundAtMs > Date.now()) return;
  const last = (await lastChunk(ctx, message)) ?? message;
  // Rows of the same millisecond have fractions of it, and bounds are whole.
  const silentAtMs = Math.floor(last._creationTime) + maxSilenceMs;
  if (silentAtMs > Date.now()) return await ctx.db.patch("messages", message._id, { boundAtMs: silentAtMs });
  const sandbox = await ctx.db.get("sandboxes", message.sandboxId);
  if (sandbox !== null) await finishMessage(ctx, sandbox, message, { content: await textSoFar(ctx, message) });
}
