import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";

export const runnerReport = v.object({
  // What people call the runner.
  name: v.string(),
  version: v.string(),
  // The number of the protocol that the runner speaks.
  protocol: v.number(),
  agents: v.array(
    v.object({
      name: v.string(),
      kind: v.string(),
      isolation: v.string(),
      // Why the agent cannot start, for instance because its program is not installed.
      problem: v.optional(v.string()),
    }),
  ),
  // How many jobs work at once, for how many more there is a place, and how many wait for people without one.
  places: v.object({ total: v.number(), free: v.number(), waiting: v.number() }),
  freeDiskMb: v.number(),
  lastError: v.optional(v.object({ text: v.string(), atMs: v.number() })),
});
export type RunnerReport = Infer<typeof runnerReport>;

export const runnerTables = {
  // The runners that have asked for jobs. A runner's row is written at most every 20 seconds, and deleted an hour after
  // the runner was last seen.
  runners: defineTable({
    // The project of the runner's token. For a holder of the shared secret, the project whose job it has claimed, or
    // absent when it was given none.
    projectId: v.optional(v.id("projects")),
    tokenId: v.optional(v.id("runnerTokens")),
    // The name that the runner gives to its process.
    runnerId: v.string(),
    // The kinds of jobs that it asks for, sorted and separated by spaces. Empty when it asks for jobs of all kinds. A
    // runner that asks for different kinds by turns has a row for each.
    kinds: v.string(),
    lastSeenAtMs: v.number(),
  })
    .index("by_identity", ["projectId", "tokenId", "runnerId", "kinds"])
    .index("by_project_and_time", ["projectId", "lastSeenAtMs"])
    .index("by_time", ["lastSeenAtMs"]),
  // What runners say about themselves: one small row for each. It is written when something has changed, or when it is
  // older than 20 seconds and the runner says it again. It is deleted an hour after the runner has last said anything.
  runnerReports: defineTable({
    // The project of the runner's token. Absent for a holder of the shared secret.
    projectId: v.optional(v.id("projects")),
    tokenId: v.optional(v.id("runnerTokens")),
    runnerId: v.string(),
    report: runnerReport,
    reportedAtMs: v.number(),
  })
    .index("by_identity", ["tokenId", "runnerId"])
    .index("by_project", ["projectId"])
    .index("by_time", ["reportedAtMs"]),
  // When anybody last asked for jobs. One row is about all runners that serve the same projects, so each runner writes
  // it only when it is older than 20 seconds.
  lastClaims: defineTable({
    // Absent for the holders of the shared secret, who serve all projects.
    projectId: v.optional(v.id("projects")),
    // An empty kind means runners that ask for jobs of all kinds.
    times: v.array(v.object({ kind: v.string(), atMs: v.number() })),
  }).index("by_project", ["projectId"]),
  // Whether anybody asks for jobs of a kind. A row changes only when somebody begins or has ceased to ask.
  runnerPresence: defineTable({
    // Absent for the holders of the shared secret, who serve all projects.
    projectId: v.optional(v.id("projects")),
    // Empty for runners that ask for jobs of all kinds.
    kind: v.string(),
    isPresent: v.boolean(),
    // The time at which somebody began to ask, or asked for the last time.
    sinceMs: v.number(),
  })
    .index("by_project", ["projectId", "kind"])
    .index("by_presence", ["isPresent"]),
};
