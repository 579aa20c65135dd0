import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { chainStatuses } from "./status";

export const chainStatus = literals(chainStatuses);
export type ChainStatus = Infer<typeof chainStatus>;

const sprintRecord = v.object({
  // Counts from 0.
  index: v.number(),
  // Its newest run, and what became of it; without an outcome the run goes on.
  runId: v.optional(v.id("runs")),
  outcome: v.optional(v.union(v.literal("completed"), v.literal("failed"), v.literal("cancelled"))),
  prUrl: v.optional(v.string()),
});
export type SprintRecord = Infer<typeof sprintRecord>;

export const sprintChainTables = {
  // Series of runs over numbered sprints. Made by REST, which can also cancel and delete them; worked on by the runner,
  // moved by what becomes of the runs. The runs of one that is deleted stay.
  sprintChains: defineTable({
    projectId: v.id("projects"),
    status: chainStatus,
    workflowId: v.id("workflows"),
    prompt: v.string(),
    gitRepoUrl: v.string(),
    branchName: v.string(),
    // The first and the last number, both included; at most 100 sprints.
    sprintRange: v.object({ first: v.number(), last: v.number() }),
    // Counts from 0.
    currentSprintIndex: v.number(),
    resumeFromSprint: v.optional(v.number()),
    // Of the sprints that have a run or a pull request, by index, each once.
    sprints: v.array(sprintRecord),
    // It ends when its active run does.
    cancelRequested: v.boolean(),
    error: v.optional(v.string()),
    completedAtMs: v.optional(v.number()),
  }).index("by_project", ["projectId"]),
};
