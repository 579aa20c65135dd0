import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { nextState } from "../lib/states";
import { announceFrom } from "./announcing";
import { jobMoves } from "./status";
import { subjectOf } from "./work";
import type { JobWork } from "./schema";

/** Asks the runner for something, in the transaction of the change that needs it. */
export async function enqueueJob(ctx: MutationCtx, projectId: Id<"projects">, work: JobWork): Promise<Id<"jobs">> {
  const jobId = await ctx.db.insert("jobs", {
    projectId,
    work,
    kind: work.kind,
    subjectId: subjectOf(work),
    status: "queued",
    attempts: 0,
    fence: 0,
    availableAtMs: Date.now(),
    cancelRequested: false,
  });
  await announceFrom(ctx, jobId, Date.now());
  return jobId;
}

/** How long ended jobs are kept, for who looks into what has happened. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;
const sweptPerBatch = 200;

/** More jobs of one thing that wait or are being done at a time do not come about. */
const openJobsMax = 100;

/** What waits is cancelled; whoever holds one is told with the next heartbeat. */
export async function cancelJobsOf(ctx: MutationCtx, subjectId: string): Promise<void> {
  for (const job of await openJobs(ctx, subjectId, "queued")) {
    const status = nextState("job", jobMoves, "cancel", job.status);
    await ctx.db.patch("jobs", job._id, { status, endedAtMs: Date.now() });
  }
  for (const job of await openJobs(ctx, subjectId, "claimed")) {
    await ctx.db.patch("jobs", job._id, { cancelRequested: true });
  }
}

/** Removes a batch of jobs that ended long ago. Whether there may be more. */
export async function sweepEnded(ctx: MutationCtx): Promise<boolean> {
  const old = await ctx.db
    .query("jobs")
    // Jobs that have not ended have no time of it, which is before all times.
    .withIndex("by_end", (q) => q.gt("endedAtMs", 0).lt("endedAtMs", Date.now() - retentionMs))
    .take(sweptPerBatch);
  for (const job of old) await ctx.db.delete("jobs", job._id);
  return old.length === sweptPerBatch;
}

async function openJobs(ctx: MutationCtx, subjectId: string, status: "queued" | "claimed"): Promise<Doc<"jobs">[]> {
  return await ctx.db
    .query("jobs")
    .withIndex("by_subject", (q) => q.eq("subjectId", subjectId).eq("status", status))
    .take(openJobsMax);
}
