import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { notificationTypes } from "./types";

export const notificationType = literals(notificationTypes);
export type NotificationType = Infer<typeof notificationType>;

/** What a notification tells. */
export const newsFields = {
  type: notificationType,
  title: v.string(),
  body: v.string(),
  runId: v.optional(v.id("runs")),
  sprintChainId: v.optional(v.id("sprintChains")),
  workChainId: v.optional(v.id("workChains")),
};

export const notificationTables = {
  // News for one member of a project. Written by notifications/model.ts beside what they tell of; gone when dismissed, and
  // by the clock (retention.ts).
  notifications: defineTable({
    projectId: v.id("projects"),
    userId: v.id("users"),
    ...newsFields,
    isRead: v.boolean(),
    readAtMs: v.optional(v.number()),
  })
    // Lists go by time of creation.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_recipient", ["projectId", "userId"])
    .index("by_recipient_and_state", ["projectId", "userId", "isRead"])
    .index("by_user", ["userId"]),
  // How much somebody has not read of a project, in up to sixteen rows that are to be added up, and to `inboxes`: whatever
  // tells them something adds to any one of them.
  inboxTallies: defineTable({
    projectId: v.id("projects"),
    userId: v.id("users"),
    shard: v.number(),
    // May be negative, as what one row has counted may be taken off another.
    unread: v.number(),
  })
    .index("by_recipient", ["projectId", "userId", "shard"])
    .index("by_user", ["userId"]),
  // What somebody has not read of a project, at most one row per project and member.
  inboxes: defineTable({
    projectId: v.id("projects"),
    userId: v.id("users"),
    // Besides what `inboxTallies` have: what older versions have counted.
    unread: v.number(),
    // All notifications created up to here count as read, from when that was asked for: marking each would be as many
    // writes as there are.
    readUpTo: v.optional(v.object({ creationTime: v.number(), atMs: v.number() })),
  })
    .index("by_recipient", ["projectId", "userId"])
    .index("by_user", ["userId"]),
};
