import { defineTable } from "convex/server";
import { v } from "convex/values";

/** What is added up of a day. */
export const dayAmounts = {
  runsStarted: v.number(),
  runsCompleted: v.number(),
  runsFailed: v.number(),
  tokens: v.number(),
  costMicroUsd: v.number(),
  activeMs: v.number(),
};

const count = () => v.optional(v.number());

export const counterTables = {
  // What a project has and what happened in it, in up to sixteen rows that are to be added up: each mutation adds to any
  // one of them, in the transaction that changes the thing, since counting would read all of them.
  tallies: defineTable({
    projectId: v.id("projects"),
    shard: v.number(),
    // May be negative, as what one row has counted may be taken off another.
    counts: v.object({
      totalRuns: count(),
      activeRuns: count(),
      totalSandboxes: count(),
      activeSandboxes: count(),
      totalIssues: count(),
      pendingIssues: count(),
      totalWorkflows: count(),
      totalLearnings: count(),
      totalMembers: count(),
      pendingLearnings: count(),
      approvedLearnings: count(),
      rejectedLearnings: count(),
      archivedLearnings: count(),
    }),
    // The last UTC day on which anything was added to `day`, as YYYY-MM-DD; empty when nothing was. Earlier days are in
    // `dailyStats`.
    date: v.string(),
    day: v.object(dayAmounts),
  }).index("by_project", ["projectId", "shard"]),
  // The same as older versions have counted it, at most one row per project and name; never changed any more.
  projectCounters: defineTable({
    projectId: v.id("projects"),
    name: v.string(),
    value: v.number(),
  }).index("by_project_and_name", ["projectId", "name"]),
};
