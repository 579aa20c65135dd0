import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicId } from "../lib/publicIds";
import { isoTime } from "../lib/times";
import { messageBounds } from "./bounds";

export interface MessageView {
  id: string;
  _id: string;
  sandboxId: string;
  /** The runner's own id of it; null for one that did not stream. */
  messageId: string | null;
  role: string;
  status: string;
  /** As far as it has come. */
  content: string;
  timestamp: string;
  createdAt: string;
  completedAt: string | null;
}

export async function presentMessage(ctx: QueryCtx, message: Doc<"messages">): Promise<MessageView> {
  const id = publicId("messages", message._id);
  const { sandboxId, messageId = null, role, status, atMs, completedAtMs } = message;
  return {
    id,
    _id: id,
    sandboxId: publicId("sandboxes", sandboxId),
    messageId,
    role,
    status,
    content: status === "streaming" ? await textSoFar(ctx, message) : message.content,
    timestamp: isoTime(atMs),
    createdAt: isoTime(message._creationTime),
    completedAt: completedAtMs === undefined ? null : isoTime(completedAtMs),
  };
}

export async function textSoFar(ctx: QueryCtx, { _id }: Doc<"messages">): Promise<string> {
  const chunks = await ctx.db
    .query("messageChunks")
    .withIndex("by_message", (q) => q.eq("messageId", _id))
    .take(messageBounds.chunksMax);
  return chunks.map(({ text }) => text).join("");
}
