import { defineTable } from "convex/server";
import { v } from "convex/values";
import { chainStatus } from "../lib/chainStatus";

export const workChainTables = {
  // Groups of issues that agents work on one after another. The runs of a deleted chain stay.
  workChains: defineTable({
    projectId: v.id("projects"),
    status: chainStatus,
    title: v.string(),
    description: v.optional(v.string()),
    // At most 100 issues in the order of the work. Each issue's row names the chain, too.
    issueIds: v.array(v.id("issues")),
    workflowId: v.id("workflows"),
    gitRepoUrl: v.union(v.string(), v.null()),
    branchName: v.string(),
    // Nobody named the branch: each run begins at the one that the repository calls its default.
    isBranchAssumed: v.optional(v.literal(true)),
    // The position of the issue that is being worked on or comes next. Counts from 0.
    currentIssueIndex: v.number(),
    // The run of the current issue, if it has not ended.
    activeRunId: v.optional(v.id("runs")),
    error: v.optional(v.string()),
    startedAtMs: v.optional(v.number()),
    completedAtMs: v.optional(v.number()),
  })
    .index("by_project", ["projectId"])
    .searchIndex("search_title", { searchField: "title", filterFields: ["projectId"] }),
};
