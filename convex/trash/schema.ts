import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { trashTypes } from "./types";

export const trashType = literals(trashTypes);
export type TrashType = Infer<typeof trashType>;

export const trashTables = {
  // What is in the trash, a row for each document whose `deletedAtMs` is set. Written and deleted by lib/trash.ts.
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
