import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { checkFailures, checkStatuses } from "./status";

export const checkStatus = literals(checkStatuses);
export type CheckStatus = Infer<typeof checkStatus>;

export const repositoryTables = {
  // Checks of repositories by runners, which people ask for before they start a run. A check is deleted a week after it
  // was made.
  repositoryChecks: defineTable({
    projectId: v.id("projects"),
    gitRepoUrl: v.string(),
    // The branch at which runs will begin. Absent: the default branch of the repository.
    branchName: v.optional(v.string()),
    status: checkStatus,
    // Why the check has failed, for programs and for people.
    failure: v.optional(literals(checkFailures)),
    error: v.optional(v.string()),
    defaultBranch: v.optional(v.string()),
    baseBranch: v.optional(v.string()),
    // The newest commit of the base branch.
    headCommit: v.optional(v.string()),
    completedAtMs: v.optional(v.number()),
  }).index("by_project", ["projectId"]),
};
