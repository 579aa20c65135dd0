import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { jobStatuses } from "./status";

/** What a job is, with the ids concerned. */
export const jobWork = v.union(
  v.object({ kind: v.literal("run.execute"), runId: v.id("runs") }),
  v.object({ kind: v.literal("sprintChain.execute"), sprintChainId: v.id("sprintChains") }),
  v.object({ kind: v.literal("workChain.execute"), workChainId: v.id("workChains") }),
  v.object({ kind: v.literal("issueSession.scan"), issueSessionId: v.id("issueSessions") }),
  v.object({ kind: v.literal("answeringSession.continue"), answeringSessionId: v.id("answeringSessions") }),
  v.object({ kind: v.literal("merge.execute"), mergeRunId: v.id("mergeRuns") }),
  v.object({ kind: v.literal("learning.extract"), sandboxId: v.id("sandboxes"), runId: v.optional(v.id("runs")) }),
  v.object({ kind: v.literal("sandbox.message"), sandboxId: v.id("sandboxes"), messageId: v.id("messages") }),
  v.object({ kind: v.literal("sandbox.devServer"), sandboxId: v.id("sandboxes") }),
);
export type JobWork = Infer<typeof jobWork>;

export const jobStatus = literals(jobStatuses);
export type JobStatus = Infer<typeof jobStatus>;

export const jobTables = {
  // What the runner has to do, written with the change that asks for it; claimed, prolonged and ended by callbacks.
  // Swept 30 days after it has ended.
  jobs: defineTable({
    projectId: v.id("projects"),
    work: jobWork,
    // That of `work`, for the index.
    kind: v.string(),
    // The document that the job is about, for finding its jobs: the run, chain, session, merge run or sandbox.
    subjectId: v.string(),
    status: jobStatus,
    // Claims so far.
    attempts: v.number(),
    // Grows with every claim.
    fence: v.number(),
    // A queued job is not to be claimed earlier.
    availableAtMs: v.number(),
    // The last claim, unless the job went back into the queue.
    leaseUntilMs: v.optional(v.number()),
    leaseMs: v.optional(v.number()),
    runnerId: v.optional(v.string()),
    // How long it may take from its first claim on, all attempts together; undefined where its leases alone bound it.
    timeLimitMs: v.optional(v.number()),
    // When the clock looks after it: one that nobody has claimed, or that takes too long, fails then; so does what one
    // that is done was for. Undefined when nothing is to happen.
    boundAtMs: v.optional(v.number()),
    // The runner that holds it is told with its next heartbeat.
    cancelRequested: v.boolean(),
    // Of the last attempt that failed.
    error: v.optional(v.string()),
    // As JSON, in the runner's own shape.
    result: v.optional(v.string()),
    endedAtMs: v.optional(v.number()),
    // Since when its end is scheduled, as its runner was lost and nobody is to try it again.
    givingUpAtMs: v.optional(v.number()),
  })
    .index("by_availability", ["status", "availableAtMs"])
    .index("by_kind", ["status", "kind", "availableAtMs"])
    .index("by_lease", ["status", "leaseUntilMs"])
    .index("by_bound", ["boundAtMs"])
    .index("by_end", ["endedAtMs"])
    .index("by_subject", ["subjectId", "status"])
    .index("by_project", ["projectId"]),
  // How the address of the runner answers announcements, one row for the whole deployment once there has been one.
  runnerAddress: defineTable({
    // While an announcement is under way: since when.
    busySinceMs: v.optional(v.number()),
    // That failed one after the other, and until when none is tried therefore.
    failures: v.number(),
    quietUntilMs: v.optional(v.number()),
  }),
};
