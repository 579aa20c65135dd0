import { defineTable } from "convex/server";
import { v } from "convex/values";
import { literals } from "../lib/literals";
import { inboxKinds } from "./kinds";

export const inboxTables = {
  // What waits for a person, one row per kind and subject. The change that causes an item writes it. The change that
  // ends its cause deletes it, and so does the person who dismisses it. Notifications, in contrast, say what has
  // happened.
  inboxItems: defineTable({
    projectId: v.id("projects"),
    kind: literals(inboxKinds),
    // The public id of what the item is about.
    subjectId: v.string(),
    title: v.string(),
    reason: v.string(),
    runId: v.optional(v.id("runs")),
    // While its subject is in the trash, the item is in no list. It comes back with its subject.
    isInTrash: v.boolean(),
    // The place in the inbox of the dashboard (rank.ts). Absent in rows of 0.1.0 until the migration has reached them:
    // these come first meanwhile, and are not counted by kind.
    rank: v.optional(v.number()),
    // When the question expires.
    dueMs: v.optional(v.number()),
  })
    // Lists are in the order of creation.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId", "isInTrash"])
    .index("by_rank", ["projectId", "isInTrash", "rank"])
    .index("by_subject", ["subjectId", "kind"]),
  // The number of items of a project that are not in the trash, in up to sixteen rows that readers add up. Each change
  // adds to any one of them, because many runs may fail at the same time.
  inboxItemCounts: defineTable({
    projectId: v.id("projects"),
    shard: v.number(),
    // May be negative, because an item may be added in one row and subtracted in another.
    waiting: v.number(),
    // The same by kind. Absent in rows of 0.1.0.
    kinds: v.optional(v.record(v.string(), v.number())),
  }).index("by_project", ["projectId", "shard"]),
};
