import { defineTable } from "convex/server";
import { v } from "convex/values";

export const runEventTables = {
  // All that happened to a run, numbered from 1 without gaps. Written in the transaction that causes an event, never
  // changed; goes with its run.
  runEvents: defineTable({
    projectId: v.id("projects"),
    runId: v.id("runs"),
    seq: v.number(),
    // Such as `run.status`; runEvents/events.ts has them all.
    type: v.string(),
    // As JSON, in the shape that clients see.
    data: v.string(),
  }).index("by_run", ["runId", "seq"]),
};
