// Deletes messages, and the chunks of finished messages, in batches.
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { isFull, removeInto, roomFor } from "../lib/room";
import type { Room } from "../lib/room";

/** Deletes as many messages, with their chunks, as this transaction has room for. */
export async function clearMessages(ctx: MutationCtx, sandboxId: Id<"sandboxes">, room: Room): Promise<void> {
  const messages = ctx.db.query("messages").withIndex("by_sandbox", (q) => q.eq("sandboxId", sandboxId));
  await removeInto(room, messages, async ({ _id }) => {
    await removeChunks(ctx, _id, room);
    if (!isFull(room)) await ctx.db.delete("messages", _id);
  });
}

const chunksPerBatch = 1000;

export async function clearChunks(ctx: MutationCtx, messageId: Id<"messages">): Promise<void> {
  const room = roomFor(chunksPerBatch);
  await removeChunks(ctx, messageId, room);
  if (isFull(room)) await ctx.scheduler.runAfter(0, internal.messages.jobs.clearChunks, { messageId });
}

async function removeChunks(ctx: MutationCtx, messageId: Id<"messages">, room: Room): Promise<void> {
  const chunks = ctx.db.query("messageChunks").withIndex("by_message", (q) => q.eq("messageId", messageId));
  await removeInto(room, chunks, ({ _id }) => ctx.db.delete("messageChunks", _id));
}
