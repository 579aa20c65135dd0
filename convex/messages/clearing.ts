// Deletes messages, and the chunks of finished messages, in batches.
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { isSpent, removeWithin, batchBudget } from "../lib/batchBudget";
import type { BatchBudget } from "../lib/batchBudget";

/** Deletes as many messages, with their chunks, as this transaction has room for. */
export async function clearMessages(ctx: MutationCtx, sandboxId: Id<"sandboxes">, budget: BatchBudget): Promise<void> {
  const messages = ctx.db.query("messages").withIndex("by_sandbox", (q) => q.eq("sandboxId", sandboxId));
  await removeWithin(budget, messages, async ({ _id }) => {
    await removeChunks(ctx, _id, budget);
    if (!isSpent(budget)) await ctx.db.delete("messages", _id);
  });
}

const chunksPerBatch = 1000;

export async function clearChunks(ctx: MutationCtx, messageId: Id<"messages">): Promise<void> {
  const budget = batchBudget(chunksPerBatch);
  await removeChunks(ctx, messageId, budget);
  if (isSpent(budget)) await ctx.scheduler.runAfter(0, internal.messages.scheduled.clearChunks, { messageId });
}

async function removeChunks(ctx: MutationCtx, messageId: Id<"messages">, budget: BatchBudget): Promise<void> {
  const chunks = ctx.db.query("messageChunks").withIndex("by_message", (q) => q.eq("messageId", messageId));
  await removeWithin(budget, chunks, ({ _id }) => ctx.db.delete("messageChunks", _id));
}
