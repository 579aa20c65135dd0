// Messages in a sandbox that arrive whole. streaming.ts has those that stream.
import { getConvexSize } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Actor } from "../callers/actor";
import { enqueueForSandbox } from "../jobs/model";
import { omitNullish } from "../lib/omitNullish";
import { getOrThrow } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { nextState } from "../lib/states";
import type { RunEvent } from "../runEvents/eventTypes";
import { appendEvent } from "../runEvents/model";
import { sandboxMoves } from "../sandboxes/bounds";
import type { MessageKind, MessageRole } from "./schema";

type Message = Doc<"messages">;

/** What a message is, besides its text. Null and undefined both mean that the runner has not said it. */
export interface MessageMetadata {
  kind?: MessageKind | null | undefined;
  title?: string | null | undefined;
  /** An object as JSON. */
  data?: string | null | undefined;
}

/** A row without a kind is a text. */
export function storedMetadata({ kind, title, data }: MessageMetadata) {
  return { kind: kind === "text" ? null : kind, title, data };
}

export interface NewMessage extends MessageMetadata {
  role: MessageRole;
  content: string;
  atMs: number;
}

export async function storeMessage(
  ctx: MutationCtx,
  sandbox: Doc<"sandboxes">,
  { role, content, atMs, ...nature }: NewMessage,
): Promise<Message> {
  const id = await ctx.db.insert("messages", {
    projectId: sandbox.projectId,
    sandboxId: sandbox._id,
    role,
    ...omitNullish(storedMetadata(nature)),
    status: "complete",
    content,
    bytes: getConvexSize(content),
    atMs,
    completedAtMs: Date.now(),
  });
  const message = await getOrThrow(ctx, "messages", id);
  await recordSpeaker(ctx, sandbox, role);
  await recordMessageEvent(ctx, sandbox, message);
  return message;
}

/** Throws CONFLICT when the sandbox is not running or too many messages wait. The runner delivers the message. */
export async function sendMessage(
  ctx: MutationCtx,
  sandbox: Doc<"sandboxes">,
  content: string,
  by: Actor,
): Promise<Message> {
  nextState("sandbox", sandboxMoves, "sendMessage", sandbox.status);
  const message = await storeMessage(ctx, sandbox, { role: "user", content, atMs: Date.now() });
  const work = { kind: "sandbox.message", sandboxId: sandbox._id, messageId: message._id } as const;
  await enqueueForSandbox(ctx, sandbox.projectId, work);
  await appendToRun(ctx, sandbox, { type: "message.sent", ...namesOf(sandbox, message), actor: by });
  return message;
}

/** Marks the sandbox when an assistant has said something, so that no query must search for such a message. */
export async function recordSpeaker(ctx: MutationCtx, sandbox: Doc<"sandboxes">, role: MessageRole): Promise<void> {
  if (role !== "assistant" || sandbox.hasAssistantMessages) return;
  await ctx.db.patch("sandboxes", sandbox._id, { hasAssistantMessages: true });
}

/** Logs the begin and the completion of a message, but not each of its chunks. */
export async function recordMessageEvent(ctx: MutationCtx, sandbox: Doc<"sandboxes">, message: Message): Promise<void> {
  const { role, status, kind } = message;
  await appendToRun(ctx, sandbox, {
    type: "message",
    ...namesOf(sandbox, message),
    role,
    status,
    ...omitNullish({ kind }),
  });
}

/** Does nothing when the sandbox does not serve a run. */
async function appendToRun(ctx: MutationCtx, sandbox: Doc<"sandboxes">, event: RunEvent): Promise<void> {
  const run = sandbox.runId === undefined ? null : await ctx.db.get("runs", sandbox.runId);
  if (run !== null) await appendEvent(ctx, run, event);
}

function namesOf(sandbox: Doc<"sandboxes">, message: Message) {
  return { sandboxId: publicId("sandboxes", sandbox._id), messageId: publicId("messages", message._id) };
}
