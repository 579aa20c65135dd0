import { defineTable } from "convex/server";
import { v } from "convex/values";

export const eventTables = {
  // What happened in a project, written in the transaction that causes it. Events never change.
  events: defineTable({
    projectId: v.id("projects"),
    // The time of the commit in nanoseconds, which follows the order of commits. Events of one transaction have the
    // same, and are in the order of their creation.
    commitTs: v.commitTs(),
    // A type such as `run.completed`. events/types.ts has all of them, and what they are about.
    type: v.string(),
    subjectType: v.string(),
    // The public id of what the event is about.
    subjectId: v.string(),
    runId: v.optional(v.id("runs")),
    // The data as JSON, in the shape that clients see.
    data: v.string(),
  }).index("by_commit", ["projectId", "commitTs"]),
  // How far the events of a project have been removed, because they were too old: the position of the last of them.
  eventRemovals: defineTable({
    projectId: v.id("projects"),
    commitTs: v.int64(),
    createdAt: v.number(),
  }).index("by_project", ["projectId"]),
};
