// An append reads only the chunk before it, so the thousandth append of a message costs as much as the first.
import { getConvexSize } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { apiError, invalid } from "../lib/errors";
import { given } from "../lib/given";
import { changed } from "../lib/changed";
import { knownDocument } from "../lib/named";
import { messageBounds, silenceMs } from "./bounds";
import { bytesSoFar, lastChunk } from "./chunks";
import { noteSpeaker, tellRun } from "./model";

type Message = Doc<"messages">;
type Sandbox = Doc<"sandboxes">;

/** Returns the existing message when the runner begins it again. */
export async function beginMessage(ctx: MutationCtx, sandbox: Sandbox, messageId: string): Promise<Message> {
  const begun = await ctx.db
    .query("messages")
    .withIndex("by_sandbox_and_message", (q) => q.eq("sandboxId", sandbox._id).eq("messageId", messageId))
    .unique();
  if (begun !== null) return begun;
  const id = await ctx.db.insert("messages", {
    projectId: sandbox.projectId,
    sandboxId: sandbox._id,
    messageId,
    role: "assistant",
    status: "streaming",
    content: "",
    bytes: 0,
    atMs: Date.now(),
    boundAtMs: Date.now() + silenceMs,
  });
  const message = await knownDocument(ctx, "messages", id);
  await tellRun(ctx, sandbox, message);
  return message;
}

export interface Chunk {
  text: string;
  /** The runner's number of the chunk. It identifies a repeated append. */
  seq?: number | undefined;
}

/** A repeated chunk changes nothing. Throws CONFLICT when the message is finished. */
export async function appendChunk(ctx: MutationCtx, sandbox: Sandbox, message: Message, chunk: Chunk): Promise<void> {
  if (message.status === "complete") throw apiError("CONFLICT", "The message is finished.");
  const { text, seq } = chunk;
  const last = await lastChunk(ctx, message);
  if (seq !== undefined && (await isThere(ctx, message, last, seq))) return;
  const bytes = bytesSoFar(message, last) + getConvexSize(text);
  const number = (last?.number ?? 0) + 1;
  if (bytes > messageBounds.maxBytes || number > messageBounds.maxChunks) {
    const { maxBytes, maxChunks } = messageBounds;
    throw invalid("chunk", `chunk: A message takes ${maxBytes} bytes in ${maxChunks} appends; finish it.`);
  }
  const order = given({ seq });
  await ctx.db.insert("messageChunks", { messageId: message._id, number, bytes, text, ...order });
  await noteSpeaker(ctx, sandbox, message.role);
}

/** Appends arrive in order, so a number above all others cannot be a repetition. */
async function isThere(
  ctx: MutationCtx,
  message: Message,
  last: Doc<"messageChunks"> | null,
  seq: number,
): Promise<boolean> {
  const highest = last?.seq ?? (await highestSeq(ctx, message));
  if (highest === undefined || seq > highest) return false;
  const chunk = await ctx.db
    .query("messageChunks")
    .withIndex("by_message_and_seq", (q) => q.eq("messageId", message._id).eq("seq", seq))
    .unique();
  if (chunk !== null) return true;
  throw invalid("seq", `seq: Appends come in order, and ${highest} is there already.`);
}

/** In the index, chunks without a number come before those with one. */
async function highestSeq(ctx: MutationCtx, { _id }: Message): Promise<number | undefined> {
  const chunk = await ctx.db
    .query("messageChunks")
    .withIndex("by_message_and_seq", (q) => q.eq("messageId", _id))
    .order("desc")
    .first();
  return chunk?.seq;
}

/** Replaces the chunks by the whole text. Throws CONFLICT when the message was finished with another text. */
export async function finishMessage(
  ctx: MutationCtx,
  sandbox: Sandbox,
  message: Message,
  content: string,
): Promise<Message> {
  if (message.status === "complete") {
    if (message.content === content) return message;
    throw apiError("CONFLICT", "The message is finished, with another text.");
  }
  const bytes = getConvexSize(content);
  const whole = { status: "complete", content, bytes, completedAtMs: Date.now() } as const;
  const finished = await changed(ctx, "messages", message, { ...whole, boundAtMs: undefined });
  if (content !== "") await noteSpeaker(ctx, sandbox, message.role);
  await tellRun(ctx, sandbox, finished);
  if ((await lastChunk(ctx, message)) !== null) {
    await ctx.scheduler.runAfter(0, internal.messages.jobs.clearChunks, { messageId: message._id });
  }
  return finished;
}
