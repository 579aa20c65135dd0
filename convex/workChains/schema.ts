import { defineTable } from "convex/server";
import { v } from "convex/values";
import { chainStatus } from "../sprintChains/schema";

export const workChainTables = {
  // Groups of issues that are worked on one after another. Made, started and deleted by REST, moved by what becomes of
  // the runs. The runs of one that is deleted stay.
  workChains: defineTable({
    projectId: v.id("projects"),
    status: chainStatus,
    title: v.string(),
    description: v.optional(v.string()),
    // In the order in which they are worked on, at most 100; each issue names the chain as well.
    issueIds: v.array(v.id("issues")),
    workflowId: v.id("workflows"),
    gitRepoUrl: v.union(v.string(), v.null()),
    branchName: v.string(),
    // Of the issue that is worked on, or is next. Counts from 0.
    currentIssueIndex: v.number(),
    // The run of the current issue, unless that is over.
    activeRunId: v.optional(v.id("runs")),
    error: v.optional(v.string()),
    // Of the last start.
    startedAtMs: v.optional(v.number()),
    completedAtMs: v.optional(v.number()),
  }).index("by_project", ["projectId"]),
};
