import { defineTable } from "convex/server";
import { v } from "convex/values";
import { chainStatus } from "../sprintChains/schema";

export const workChainTables = {
  // Groups of issues that are worked on one after another. Made and started by REST, moved by what becomes of the runs.
  workChains: defineTable({
    projectId: v.id("projects"),
    status: chainStatus,
    title: v.string(),
    description: v.optional(v.string()),
    // In the order in which they are worked on; each issue names the chain as well.
    issueIds: v.array(v.id("issues")),
    workflowId: v.id("workflows"),
    gitRepoUrl: v.union(v.string(), v.null()),
    branchName: v.string(),
    currentIssueIndex: v.number(),
    // The run of the current issue, unless that is over.
    activeRunId: v.optional(v.id("runs")),
    error: v.optional(v.string()),
    createdBy: v.optional(v.id("users")),
    startedAtMs: v.optional(v.number()),
    completedAtMs: v.optional(v.number()),
  }).index("by_project", ["projectId"]),
};
