// An append reads only the chunk before it, so the thousandth append of a message costs as much as the first.
import { getConvexSize } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { apiError, invalid } from "../lib/errors";
import { patchFrom, omitNullish } from "../lib/omitNullish";
import { patchAndReturn } from "../lib/patchAndReturn";
import { getOrThrow } from "../lib/getDocument";
import { messageBounds, maxSilenceMs } from "./bounds";
import { lastChunk } from "./chunks";
import { recordSpeaker, storedMetadata, recordMessageEvent } from "./model";
import type { MessageMetadata } from "./model";

type Message = Doc<"messages">;
type Sandbox = Doc<"sandboxes">;

/** Returns the existing message when the runner begins it again. */
export async function beginMessage(
  ctx: MutationCtx,
  sandbox: Sandbox,
  { messageId, ...nature }: MessageMetadata & { messageId: string },
): Promise<Message> {
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
    ...omitNullish(storedMetadata(nature)),
    status: "streaming",
    content: "",
    bytes: 0,
    atMs: Date.now(),
    boundAtMs: Date.now() + maxSilenceMs,
  });
  const message = await getOrThrow(ctx, "messages", id);
  await recordMessageEvent(ctx, sandbox, message);
  return message;
}

export interface Chunk {
  text: string;
  /** The runner's number of the chunk. It identifies a repeated append. */
  seq?: number | undefined;
}

/** A repeated chunk changes nothing. Throws CONFLICT when the message is finished. */
export async function appendChunk(ctx: MutationCtx, sandbox: Sandbox, message: Message, chunk: Chunk): Promise<void> {
  if (message.status === "complete") throw apiError("CONFLICT", "The message is already finished.");
  const { text, seq } = chunk;
  const last = await lastChunk(ctx, message);
  if (seq !== undefined && (await isThere(ctx, message, last, seq))) return;
  const bytes = (last?.bytes ?? 0) + getConvexSize(text);
  const number = (last?.number ?? 0) + 1;
  if (bytes > messageBounds.maxBytes || number > messageBounds.maxChunks) {
    const { maxBytes, maxChunks } = messageBounds;
    throw invalid("chunk", `chunk: a message may have at most ${maxBytes} bytes and ${maxChunks} appends; finish it.`);
  }
  const order = omitNullish({ seq });
  await ctx.db.insert("messageChunks", { messageId: message._id, number, bytes, text, ...order });
  await recordSpeaker(ctx, sandbox, message.role);
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
  throw invalid("seq", `seq must be greater than ${highest}, the highest one so far.`);
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

/**
 * Replaces the chunks by the whole text. The kind, title and data stay as they were begun unless `whole` has them; null
 * removes one. Throws CONFLICT when the message was finished as another one.
 */
export async function finishMessage(
  ctx: MutationCtx,
  sandbox: Sandbox,
  message: Message,
  whole: MessageMetadata & { content: string },
): Promise<Message> {
  const said = finalContent(whole);
  if (message.status === "complete") {
    requireSame(message, said);
    return message;
  }
  const ended = { status: "complete", bytes: getConvexSize(said.content), completedAtMs: Date.now() } as const;
  const finished = await patchAndReturn(ctx, "messages", message, { ...said, ...ended, boundAtMs: undefined });
  if (said.content !== "") await recordSpeaker(ctx, sandbox, message.role);
  await recordMessageEvent(ctx, sandbox, finished);
  if ((await lastChunk(ctx, message)) !== null) {
    await ctx.scheduler.runAfter(0, internal.messages.scheduled.clearChunks, { messageId: message._id });
  }
  return finished;
}

function requireSame(message: Message, said: ReturnType<typeof finalContent>): void {
  if (said.content !== message.content)
    throw apiError("CONFLICT", "The message is already finished, with a different text.");
  const differing = (["kind", "title", "data"] as const).find(
    (field) => field in said && said[field] !== message[field],
  );
  if (differing !== undefined)
    throw apiError("CONFLICT", `The message is already finished, with a different ${differing}.`);
}

function finalContent({ content, ...nature }: MessageMetadata & { content: string }) {
  return { content, ...patchFrom(storedMetadata(nature)) };
}
