import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";

export const mergeStatus = v.union(
  v.literal("running"),
  v.literal("completed"),
  v.literal("failed"),
  v.literal("cancelled"),
);
export type MergeStatus = Infer<typeof mergeStatus>;

export const mergingTables = {
  // Attempts to merge several pull requests into one. Started by REST, ended by the runner.
  mergeRuns: defineTable({
    projectId: v.id("projects"),
    status: mergeStatus,
    pullRequests: v.array(v.object({ prUrl: v.string(), prNumber: v.number() })),
    baseBranch: v.optional(v.string()),
    // As JSON: the caller's own object, for the runner.
    config: v.optional(v.string()),
    prUrl: v.optional(v.string()),
    error: v.optional(v.string()),
    completedAtMs: v.optional(v.number()),
  }).index("by_project", ["projectId"]),
};
