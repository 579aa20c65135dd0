import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { idsOf, publicId } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, shownTime } from "../lib/times";
import { textSoFar } from "./chunks";

export interface MessageView extends Ids {
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
  const shown = presentStored(message);
  return message.status === "streaming" ? { ...shown, content: await textSoFar(ctx, message) } : shown;
}

/** With an empty text while it streams, for who follows it. */
export function presentStored(message: Doc<"messages">): MessageView {
  const { sandboxId, messageId = null, role, status, content, atMs, completedAtMs } = message;
  return {
    ...idsOf("messages", message._id),
    sandboxId: publicId("sandboxes", sandboxId),
    messageId,
    role,
    status,
    content,
    timestamp: isoTime(atMs),
    createdAt: isoTime(message._creationTime),
    completedAt: shownTime(completedAtMs),
  };
}
