import { defineTable } from "convex/server";
import { v } from "convex/values";

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
  // Sums of what a project has and of what happened in it, in up to sixteen rows that readers add up. Each mutation
  // adds to any one of them, in the transaction that changes the counted thing, because counting would read all rows.
  tallies: defineTable({
    projectId: v.id("projects"),
    shard: v.number(),
    // A count may be negative, because what was added in one row may be subtracted in another.
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
    // The last UTC day on which anything was added to `day`, as YYYY-MM-DD, or empty. `dailyStats` has earlier days.
    date: v.string(),
    day: v.object(dayAmounts),
  }).index("by_project", ["projectId", "shard"]),
  // Counts of older versions of the service, at most one row per project and name. They never change any more.
  projectCounters: defineTable({
    projectId: v.id("projects"),
    name: v.string(),
    value: v.number(),
  }).index("by_project_and_name", ["projectId", "name"]),
};
