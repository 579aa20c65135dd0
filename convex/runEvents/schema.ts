import { defineTable } from "convex/server";
import { v } from "convex/values";

export const runEventTables = {
  // The events of runs, numbered from 1 without gaps. An event is written in the transaction that causes it and never
  // changes. The events of a run are deleted together with it.
  runEvents: defineTable({
    projectId: v.id("projects"),
    runId: v.id("runs"),
    seq: v.number(),
    // A type such as `run.status`. runEvents/events.ts has all of them.
    type: v.string(),
    // The data as JSON, in the shape that clients see.
    data: v.string(),
  }).index("by_run", ["runId", "seq"]),
};
