import { defineTable } from "convex/server";
import { v } from "convex/values";

export const migrationTables = {
  // How far each migration has come, one row from when it is first started. Written by model.ts in the transaction of each
  // step; kept for good, since it says what a deployment need not do again. There are as many rows as migrations.
  migrations: defineTable({
    name: v.string(),
    // Where the next step begins, null for the first one.
    cursor: v.union(v.string(), v.null()),
    // Steps so far: a scheduled step says which one it is, and does nothing when that one has been taken.
    steps: v.number(),
    rows: v.number(),
    // Of the last step.
    movedAtMs: v.number(),
    finishedAtMs: v.optional(v.number()),
  }).index("by_name", ["name"]),
};
