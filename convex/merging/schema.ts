import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { pullRequestState, pullRequestStates } from "../lib/pullRequestState";
import { mergeStatuses } from "./status";

export const mergeStatusValidator = literals(mergeStatuses);
export type MergeStatus = Infer<typeof mergeStatusValidator>;

export const mergingTables = {
  // Attempts to merge several pull requests into one. REST starts them and the runner ends them.
  mergeRuns: defineTable({
    projectId: v.id("projects"),
    status: mergeStatusValidator,
    pullRequests: v.array(v.object({ prUrl: v.string(), prNumber: v.number() })),
    baseBranch: v.optional(v.string()),
    // The caller's own object as JSON, for the runner.
    config: v.optional(v.string()),
    prUrl: v.optional(v.string()),
    // The state of the request in `prUrl`, and what looks have found of it.
    prStatus: v.optional(literals(pullRequestStates)),
    request: v.optional(pullRequestState),
    error: v.optional(v.string()),
    completedAtMs: v.optional(v.number()),
  }).index("by_project", ["projectId"]),
};
