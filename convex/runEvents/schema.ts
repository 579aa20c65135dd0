import { defineTable } from "convex/server";
import { v } from "convex/values";

export const runEventTables = {
  // Events are numbered from 1 without gaps and written in the transaction that causes them. They never change.
  runEvents: defineTable({
    projectId: v.id("projects"),
    runId: v.id("runs"),
    seq: v.number(),
    // A type such as `run.status`. runEvents/eventTypes.ts has all of them.
    type: v.string(),
    // The data as JSON, in the shape that clients see.
    data: v.string(),
    // The event in the project's feed that reports the same. Both are shown with its id.
    eventId: v.optional(v.id("events")),
  }).index("by_run", ["runId", "seq"]),
};
