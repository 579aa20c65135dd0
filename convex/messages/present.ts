import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicId, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";
import { textSoFar } from "./chunks";

export interface MessageView extends Ids {
  sandboxId: string;
  /** The runner's own id of the message; null when it did not stream. */
  messageId: string | null;
  role: string;
  /** `text`, `thought`, `tool`, `plan` or `notice`. */
  kind: string;
  title: string | null;
  /** The object that the runner has sent with the message. */
  data: Record<string, unknown> | null;
  status: string;
  /** The text so far. */
  content: string;
  timestamp: string;
  createdAt: string;
  completedAt: string | null;
}

export async function presentMessage(ctx: QueryCtx, message: Doc<"messages">): Promise<MessageView> {
  const shown = presentStored(message);
  return message.status === "streaming" ? { ...shown, content: await textSoFar(ctx, message) } : shown;
}

/** Shows a message with an empty text while it streams, for clients that follow it. */
export function presentStored(message: Doc<"messages">): MessageView {
  const { sandboxId, messageId = null, role, kind = "text", title = null, data, content } = message;
  const { status, atMs, completedAtMs } = message;
  return withIds("messages", message._id, {
    sandboxId: publicId("sandboxes", sandboxId),
    messageId,
    role,
    kind,
    title,
    data: data === undefined ? null : (JSON.parse(data) as MessageView["data"]),
    status,
    content,
    timestamp: isoTime(atMs),
    createdAt: isoTime(message._creationTime),
    completedAt: isoTimeOrNull(completedAtMs),
  });
}
