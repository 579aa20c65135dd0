import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { agentAccess } from "../callers/agentTokens";
import { literals } from "../lib/literals";
import { jobStatuses } from "./status";

export const jobWork = v.union(
  v.object({ kind: v.literal("run.execute"), runId: v.id("runs") }),
  // The run continues in a round.
  v.object({ kind: v.literal("run.continue"), runId: v.id("runs") }),
  v.object({ kind: v.literal("sprintChain.execute"), sprintChainId: v.id("sprintChains") }),
  v.object({ kind: v.literal("workChain.execute"), workChainId: v.id("workChains") }),
  v.object({ kind: v.literal("issueSession.scan"), issueSessionId: v.id("issueSessions") }),
  v.object({ kind: v.literal("answeringSession.continue"), answeringSessionId: v.id("answeringSessions") }),
  v.object({ kind: v.literal("merge.execute"), mergeRunId: v.id("mergeRuns") }),
  v.object({ kind: v.literal("learning.extract"), sandboxId: v.id("sandboxes"), runId: v.optional(v.id("runs")) }),
  v.object({ kind: v.literal("sandbox.message"), sandboxId: v.id("sandboxes"), messageId: v.id("messages") }),
  v.object({ kind: v.literal("sandbox.devServer"), sandboxId: v.id("sandboxes") }),
  // One of the two ids says whose request it is.
  v.object({
    kind: v.literal("pullRequest.look"),
    requestId: v.id("followedRequests"),
    runId: v.optional(v.id("runs")),
    mergeRunId: v.optional(v.id("mergeRuns")),
  }),
  v.object({ kind: v.literal("repository.check"), repositoryCheckId: v.id("repositoryChecks") }),
);
export type JobWork = Infer<typeof jobWork>;

export const jobKinds = jobWork.members.map(({ fields }) => fields.kind.value);

/**
 * Only runners that name one of these kinds get its jobs. A runner that names no kinds may have been written before
 * there was such work, and would not know what to do with it.
 */
const kindsByName: ReadonlySet<string> = new Set<JobWork["kind"]>([
  "repository.check",
  "run.continue",
  "pullRequest.look",
]);

export function mustBeNamed(kind: string): boolean {
  return kindsByName.has(kind);
}

/** What a runner that names no kinds can be given. */
export const usualKinds = jobKinds.filter((kind) => !mustBeNamed(kind));

/** The kinds of jobs that a runner which names none is given when it says that it knows the second protocol. */
const kindsOfProtocol: readonly JobWork["kind"][] = ["run.continue", "pullRequest.look"];

/** Null: the usual kinds. */
export function kindsUnasked(protocol: number): readonly JobWork["kind"][] | null {
  return protocol < 2 ? null : [...usualKinds, ...kindsOfProtocol];
}

export const jobStatus = literals(jobStatuses);
export type JobStatus = Infer<typeof jobStatus>;

export const jobTables = {
  // Jobs for the runner. A job is written in the transaction of the change that needs it; callbacks of the runner
  // claim, prolong and end it. It is deleted 30 days after its end.
  jobs: defineTable({
    projectId: v.id("projects"),
    work: jobWork,
    // A copy of `work.kind`, because an index needs it.
    kind: v.string(),
    // The id of what the job is about, such as a run or a chain, to find its jobs.
    subjectId: v.string(),
    status: jobStatus,
    attempts: v.number(),
    // The number of the newest claim. It grows with every claim.
    fence: v.number(),
    // Jobs with a higher one go first. Absent is 0.
    priority: v.optional(v.number()),
    availableAtMs: v.number(),
    // Set while a limit holds the run of the job: its key. Then `availableAtMs` is a time that never comes.
    heldBy: v.optional(v.string()),
    // A limit concerns the run of the job, so the claim looks for room.
    isLimited: v.optional(v.literal(true)),
    // The runner and the lease of the last claim. Absent after the job went back into the queue.
    leaseUntilMs: v.optional(v.number()),
    leaseMs: v.optional(v.number()),
    runnerId: v.optional(v.string()),
    // The runner token of the last claim. Absent when its runner holds the shared secret.
    tokenId: v.optional(v.id("runnerTokens")),
    // The token of the agent that works on the job's run. It counts while the claim for which it was made is the last.
    agentAccess: v.optional(agentAccess),
    // The longest time from the first claim to the end, over all attempts. Undefined when only leases limit the job.
    timeLimitMs: v.optional(v.number()),
    // The time at which a scheduled function looks at this job: a job that nobody has claimed or that takes too long
    // fails then. When the job is done, its subject fails then unless it has ended. Undefined when nothing must happen.
    boundAtMs: v.optional(v.number()),
    // Set when the job was called off. The runner that holds it learns of this with its next heartbeat.
    cancelRequested: v.boolean(),
    error: v.optional(v.string()),
    // Set while the job waits because its runner has deferred it. `runIds` are the runs that wait with it.
    deferral: v.optional(
      v.object({
        sinceMs: v.number(),
        untilMs: v.number(),
        reason: v.string(),
        runIds: v.array(v.id("runs")),
      }),
    ),
    // The runs that show that the job will be tried again. The next claim clears them.
    retryRunIds: v.optional(v.array(v.id("runs"))),
    // The result that the runner reported, as JSON in a shape that the runner defines.
    result: v.optional(v.string()),
    endedAtMs: v.optional(v.number()),
    // When another job was queued in place of this one, which had failed for good.
    redrivenAtMs: v.optional(v.number()),
    // The time at which the job's end was scheduled, because its runner was lost and it must not be tried again.
    givingUpAtMs: v.optional(v.number()),
  })
    // One index for three orders, because each entry costs every start, claim and end: jobs that wait have neither
    // time and are sorted by priority and by when they may be claimed, those that runners hold by their lease, and the
    // others by their end.
    .index("by_end_and_lease", ["endedAtMs", "leaseUntilMs", "priority", "availableAtMs"])
    .index("by_kind", ["status", "kind", "priority", "availableAtMs"])
    .index("by_bound", ["boundAtMs"])
    .index("by_subject", ["subjectId", "status"])
    // Pausing pages through all jobs of a project while it changes them, so it needs an order that stays.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId"])
    // The same for the holders of runner tokens, who see one project alone.
    .index("by_project_and_kind", ["projectId", "status", "kind", "priority", "availableAtMs"])
    .index("by_project_and_lease", ["projectId", "status", "leaseUntilMs"]),
  // Pull requests that are looked at until they are merged or closed (looks.ts). What is known of a request is in the
  // row of its run or merge run; this one finds it by its names at the host. Deleted with the end of the request.
  followedRequests: defineTable({
    projectId: v.id("projects"),
    subject: v.union(
      v.object({ kind: v.literal("run"), runId: v.id("runs") }),
      v.object({ kind: v.literal("mergeRun"), mergeRunId: v.id("mergeRuns") }),
    ),
    // The id in `subject`.
    subjectId: v.string(),
    // In small letters, such as `acme/shop`.
    repository: v.string(),
    number: v.number(),
    // The newest commit of its branch, once somebody has looked.
    head: v.optional(v.string()),
    // When it appeared, or was last pushed to.
    sinceMs: v.number(),
    areChecksRunning: v.boolean(),
    // Absent when nobody will look any more, because it is too old.
    nextLookAtMs: v.optional(v.number()),
    // There was news while somebody looked.
    isDue: v.optional(v.literal(true)),
    // Its run is in the trash.
    isResting: v.optional(v.literal(true)),
  })
    .index("by_subject", ["subjectId"])
    .index("by_number", ["projectId", "repository", "number"])
    .index("by_head", ["projectId", "repository", "head"]),
  // How the runner's address has answered announcements: one row for the deployment.
  runnerAddress: defineTable({
    // The time at which the announcement under way began. Absent without one.
    busySinceMs: v.optional(v.number()),
    // The number of announcements that failed in a row, and the time until which none is tried because of them.
    failures: v.number(),
    quietUntilMs: v.optional(v.number()),
  }),
};
