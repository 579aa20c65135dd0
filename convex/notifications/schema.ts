import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { notificationTypes } from "./types";

export const notificationType = literals(notificationTypes);
export type NotificationType = Infer<typeof notificationType>;

export const newsFields = {
  type: notificationType,
  title: v.string(),
  body: v.string(),
  runId: v.optional(v.id("runs")),
  sprintChainId: v.optional(v.id("sprintChains")),
  workChainId: v.optional(v.id("workChains")),
};

export const notificationTables = {
  // Notifications for one member. The member dismisses them, or the clock deletes them (retention.ts).
  notifications: defineTable({
    projectId: v.id("projects"),
    userId: v.id("users"),
    ...newsFields,
    isRead: v.boolean(),
    readAtMs: v.optional(v.number()),
  })
    // Lists use this index in the order of creation.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_recipient", ["projectId", "userId"])
    // Lists of unread ones are in the order of creation too.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_recipient_and_state", ["projectId", "userId", "isRead"])
    .index("by_recipient_state_and_type", ["projectId", "userId", "isRead", "type"])
    .index("by_user_and_run", ["userId", "runId", "isRead"]),
  // The number of unread notifications of a member in a project: the sum of up to sixteen rows. Each new notification
  // changes a random one of these rows, so writers rarely conflict.
  inboxCounters: defineTable({
    projectId: v.id("projects"),
    userId: v.id("users"),
    shard: v.number(),
    // May be negative, because a notification may be added in one row and subtracted in another.
    unread: v.number(),
  })
    .index("by_recipient", ["projectId", "userId", "shard"])
    .index("by_user", ["userId"]),
  // Up to when a member has read all notifications in a project, one row for a member who has ever said so.
  inboxes: defineTable({
    projectId: v.id("projects"),
    userId: v.id("users"),
    // All notifications created up to this time count as read. Marking each would need a write for each.
    readUpTo: v.object({ creationTime: v.number(), atMs: v.number() }),
  })
    .index("by_recipient", ["projectId", "userId"])
    .index("by_user", ["userId"]),
};
