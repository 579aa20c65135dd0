// The text of a message that streams, in chunks numbered from 1. Each says how much there is up to it, so that appending
// writes nothing but a chunk: whoever reads the messages of a sandbox is not disturbed by those that stream.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { messageBounds } from "./bounds";

type Message = Doc<"messages">;
type Chunk = Doc<"messageChunks">;

/** Null before the first one. */
export async function lastChunk(ctx: QueryCtx, { _id }: Message): Promise<Chunk | null> {
  return await ctx.db
    .query("messageChunks")
    .withIndex("by_message", (q) => q.eq("messageId", _id))
    .order("desc")
    .first();
}

/** Those with greater numbers, in their order, at most `most` of them. */
export async function chunksAfter(ctx: QueryCtx, { _id }: Message, number: number, most: number): Promise<Chunk[]> {
  return await ctx.db
    .query("messageChunks")
    .withIndex("by_message", (q) => q.eq("messageId", _id).gt("number", number))
    .take(most);
}

export async function textSoFar(ctx: QueryCtx, message: Message): Promise<string> {
  const chunks = await chunksAfter(ctx, message, 0, messageBounds.chunksMax);
  return chunks.map(({ text }) => text).join("");
}

/** What reading a message with its text costs, for lists: a chunk has fields of its own. */
export async function weightOf(ctx: QueryCtx, message: Message): Promise<number> {
  if (message.status === "complete") return message.bytes;
  const last = await lastChunk(ctx, message);
  return last === null ? 0 : bytesSoFar(message, last) + 100 * last.number;
}

/** Of a message that streams. One from before the chunks said it says it itself, as far as it had come by then. */
export function bytesSoFar(message: Message, last: Chunk | null): number {
  return last?.bytes ?? message.bytes;
}
