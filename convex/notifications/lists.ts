import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../lib/newestFirst";
import { newestFirstBy } from "../lib/newestFirst";
import type { Recipient } from "./inbox";

export function newestFirst(ctx: QueryCtx, { projectId, userId }: Recipient): NewestFirst<"notifications"> {
  return newestFirstBy(ctx, "notifications", "by_recipient", { projectId, userId });
}

/** Unread notifications: not marked one by one, and created after the last "mark all as read". */
export function unreadNewestFirst(
  ctx: QueryCtx,
  { projectId, userId }: Recipient,
  inbox: Doc<"inboxes"> | null,
): NewestFirst<"notifications"> {
  const readUpTo = inbox?.readUpTo?.creationTime ?? 0;
  return (fromMs) =>
    ctx.db
      .query("notifications")
      .withIndex("by_recipient_and_state", (q) =>
        q
          .eq("projectId", projectId)
          .eq("userId", userId)
          .eq("isRead", false)
          .gt("_creationTime", readUpTo)
          .lte("_creationTime", fromMs),
      )
      .order("desc");
}
