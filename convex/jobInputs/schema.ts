import { defineTable } from "convex/server";
import { v } from "convex/values";
import { copiesOfRun } from "../sharedCopies/schema";

export const jobInputTables = {
  // The inputs of a run as they were when the run became ready for the runner: references to the copies and versions
  // that it shares with other runs, and values of its own that can change. Written and deleted with the run's status,
  // so that every run that is pending, running or paused has one. Read when a job is claimed.
  runSnapshots: defineTable({
    projectId: v.id("projects"),
    runId: v.id("runs"),
    attempt: v.number(),
    runName: v.string(),
    ...copiesOfRun,
    // Set when a step of the plan must end with an output. Then the plan is read for each step of the run.
    checksOutput: v.optional(v.boolean()),
    // Set when a step of the plan has a gate. Then, too, the plan is read for each step of the run.
    hasGates: v.optional(v.literal(true)),
    // One entry for each step of the plan. Null for a step without a persona.
    personaVersionIds: v.array(v.union(v.id("personaVersions"), v.null())),
  })
    .index("by_run", ["runId"])
    // Finds the oldest snapshot of a project. It shows which copies and versions are still needed.
    .index("by_project", ["projectId"]),
};
