import { defineTable } from "convex/server";
import { v } from "convex/values";
import { outcomeSum } from "../outcomes/schema";

export const dayAmounts = {
  runsStarted: v.number(),
  runsCompleted: v.number(),
  runsFailed: v.number(),
  tokens: v.number(),
  costMicroUsd: v.number(),
  activeMs: v.number(),
  // The number of usage records without a known cost, which `costMicroUsd` leaves out.
  unratedRecords: v.number(),
};

const count = () => v.optional(v.number());

export const counterTables = {
  // Sums of what a project has and of what happened in it, in up to sixteen rows that readers add up. Each mutation
  // adds to any one of them, in the transaction that changes the counted thing, because counting would read all rows.
  counters: defineTable({
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
  // What each creation of a run changes, one row per project that has had a run. Numbers of runs have no gaps, so these
  // mutations meet in this row anyway; whatever else changes with every run is kept here, too.
  runNumbers: defineTable({
    projectId: v.id("projects"),
    // The number of the newest run, which is how many were ever created.
    newest: v.number(),
    // The last UTC day on which a run was created, or empty, and how many were. Earlier days are in `dailyStats`.
    date: v.string(),
    createdThatDay: v.number(),
    // The same by group (outcomes/created.ts). Earlier days are in `outcomeDays`.
    created: v.optional(v.array(v.object(outcomeSum))),
    // Grows whenever a copy for runs is out of date (sharedCopies/model.ts).
    sharedCopiesRound: v.number(),
    // The starts that somebody has asked for, in the latest minute with one.
    starts: v.optional(v.object({ sinceMs: v.number(), count: v.number() })),
  }).index("by_project", ["projectId"]),
};
