import { defineTable } from "convex/server";
import { v } from "convex/values";

export const migrationTables = {
  // The progress of each migration, one row per migration that has been started. model.ts writes the row in the
  // transaction of each step. Rows are kept for good, because they say what the deployment need not do again.
  migrations: defineTable({
    name: v.string(),
    // The position at which the next step begins. Null before the first step.
    cursor: v.union(v.string(), v.null()),
    // The number of steps taken. A scheduled step carries its number and does nothing when that step has been taken.
    steps: v.number(),
    rows: v.number(),
    // The time of the last step.
    movedAtMs: v.number(),
    finishedAtMs: v.optional(v.number()),
  }).index("by_name", ["name"]),
};
