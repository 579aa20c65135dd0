import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";

export const chainStatus = v.union(
  v.literal("pending"),
  v.literal("running"),
  v.literal("completed"),
  v.literal("failed"),
  v.literal("cancelled"),
);
export type ChainStatus = Infer<typeof chainStatus>;

export const sprintChainTables = {
  // Series of runs over numbered sprints. Made by REST, taken on by the runner, moved by what becomes of the runs.
  sprintChains: defineTable({
    projectId: v.id("projects"),
    status: chainStatus,
    workflowId: v.id("workflows"),
    prompt: v.string(),
    gitRepoUrl: v.string(),
    branchName: v.string(),
    // The first and the last number, both included.
    sprintRange: v.object({ first: v.number(), last: v.number() }),
    // Counts from 0.
    currentSprintIndex: v.number(),
    resumeFromSprint: v.optional(v.number()),
    sprintPrUrls: v.array(v.string()),
    // It ends when its active run does.
    cancelRequested: v.boolean(),
    // The run of the current sprint, unless that is over.
    activeRunId: v.optional(v.id("runs")),
    error: v.optional(v.string()),
    createdBy: v.optional(v.id("users")),
    completedAtMs: v.optional(v.number()),
  }).index("by_project", ["projectId"]),
};
