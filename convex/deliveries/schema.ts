import { defineTable } from "convex/server";
import { v } from "convex/values";

export const deliveryTables = {
  // What a run is given, as it was when the run became ready for the runner: the copies and versions that it shares with
  // other runs, and of its own what can change. Written and deleted with the run's status, so that there is one for every
  // run that is pending, running or paused; read for claims.
  runSnapshots: defineTable({
    projectId: v.id("projects"),
    runId: v.id("runs"),
    attempt: v.number(),
    runName: v.string(),
    settingsId: v.id("supplies"),
    assetsId: v.id("supplies"),
    planId: v.id("supplies"),
    // Of each role of the plan.
    learnings: v.array(v.object({ role: v.string(), supplyId: v.id("supplies") })),
    // Of each step of the plan; null for a step without a persona.
    personaVersionIds: v.array(v.union(v.id("personaVersions"), v.null())),
  })
    .index("by_run", ["runId"])
    // The oldest one of a project says what is still needed.
    .index("by_project", ["projectId"]),
};
