import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { chainStatus } from "../lib/chainStatus";

const sprintRecord = v.object({
  // The index of the sprint in its chain, counted from 0.
  index: v.number(),
  // The newest run of the sprint, and how it ended. Without an outcome the run has not ended.
  runId: v.optional(v.id("runs")),
  outcome: v.optional(v.union(v.literal("completed"), v.literal("failed"), v.literal("cancelled"))),
  prUrl: v.optional(v.string()),
});
export type SprintRecord = Infer<typeof sprintRecord>;

export const sprintChainTables = {
  // Series of runs over numbered sprints. The ends of the runs move a chain forward. The runs of a deleted chain stay.
  sprintChains: defineTable({
    projectId: v.id("projects"),
    status: chainStatus,
    workflowId: v.id("workflows"),
    prompt: v.string(),
    gitRepoUrl: v.string(),
    branchName: v.string(),
    // Nobody named the branch: each run begins at the one that the repository calls its default.
    isBranchAssumed: v.optional(v.literal(true)),
    // The numbers of the first and the last sprint, both included. A chain has at most 100 sprints.
    sprintRange: v.object({ first: v.number(), last: v.number() }),
    // The index of the sprint that the chain is at, counted from 0.
    currentSprintIndex: v.number(),
    resumeFromSprint: v.optional(v.number()),
    // One record for each sprint that has a run or a pull request, in the order of their indexes.
    sprints: v.array(sprintRecord),
    // The chain is cancelled when its active run ends.
    cancelRequested: v.boolean(),
    error: v.optional(v.string()),
    completedAtMs: v.optional(v.number()),
  })
    .index("by_project", ["projectId"])
    .searchIndex("search_prompt", { searchField: "prompt", filterFields: ["projectId"] }),
};
