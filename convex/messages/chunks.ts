// The text of a streaming message is stored in chunks, numbered from 1. Each chunk has the length of the text up to it,
// so an append writes only a chunk, and live lists of the sandbox's messages are not recomputed for it.
import { getConvexSize } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { messageBounds } from "./bounds";

type Message = Doc<"messages">;
type Chunk = Doc<"messageChunks">;

export async function lastChunk(ctx: QueryCtx, { _id }: Message): Promise<Chunk | null> {
  return await ctx.db
    .query("messageChunks")
    .withIndex("by_message", (q) => q.eq("messageId", _id))
    .order("desc")
    .first();
}

export async function chunksAfter(ctx: QueryCtx, { _id }: Message, number: number, most: number): Promise<Chunk[]> {
  return await ctx.db
    .query("messageChunks")
    .withIndex("by_message", (q) => q.eq("messageId", _id).gt("number", number))
    .take(most);
}

export async function textSoFar(ctx: QueryCtx, message: Message): Promise<string> {
  const chunks = await chunksAfter(ctx, message, 0, messageBounds.maxChunks);
  return chunks.map(({ text }) => text).join("");
}

/** The cost of reading a message with its text and data, for lists. It counts the other fields of each chunk too. */
export async function sizeOfMessage(ctx: QueryCtx, message: Message): Promise<number> {
  const dataBytes = message.data === undefined ? 0 : getConvexSize(message.data);
  if (message.status === "complete") return message.bytes + dataBytes;
  const last = await lastChunk(ctx, message);
  return dataBytes + (last === null ? 0 : last.bytes + 100 * last.number);
}
