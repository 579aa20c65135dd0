import { defineTable } from "convex/server";
import { v } from "convex/values";
import { literals } from "../lib/literals";
import { trashTypes } from "../lib/trashTypes";

export const trashType = literals(trashTypes);

export const trashTables = {
  // The trash has one row for each document whose `deletedAtMs` is set. lib/trash.ts writes and deletes the rows.
  trashItems: defineTable({
    projectId: v.id("projects"),
    type: trashType,
    // The public id of the document.
    entityId: v.string(),
    name: v.string(),
    // Null when the job runner deleted the document.
    deletedBy: v.union(v.id("users"), v.null()),
  })
    // This index lists all items of a project by the time of their deletion.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId"])
    .index("by_type", ["projectId", "type"])
    .index("by_entity", ["entityId"]),
};
