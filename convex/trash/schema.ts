import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";

export const trashType = v.union(
  v.literal("run"),
  v.literal("sandbox"),
  v.literal("workflow"),
  v.literal("learning"),
  v.literal("issueSession"),
  v.literal("answeringSession"),
  v.literal("context"),
);
export type TrashType = Infer<typeof trashType>;

export const trashTables = {
  // What is in the trash, a row for each document whose `deletedAtMs` is set. Written and deleted by trash/model.ts.
  trashItems: defineTable({
    projectId: v.id("projects"),
    type: trashType,
    // The public id.
    entityId: v.string(),
    name: v.string(),
    // Null for the job runner.
    deletedBy: v.union(v.id("users"), v.null()),
  })
    // Lists go by the time of deletion.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId"])
    .index("by_type", ["projectId", "type"])
    .index("by_entity", ["entityId"]),
};
