// Takes jobs back from the holder of a runner token that was revoked or has expired. The lease check refuses the holder
// from the moment at which the token ends (callers/lease.ts), so the jobs may return to the queue in several steps.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { raisedFence } from "./cancellation";
import { requeue } from "./claimHolder";
import { projectDeletedAtMs, pauseJob } from "./pausing";
import { recordRetryInRuns } from "./retry";

type Job = Doc<"jobs">;

/** With each job its subject is read, which can be large, too. */
const claimsPerStep = 20;
/** A quarter of what a transaction may read: results can be large, and a job that changes is read again. */
const bytesPerStep = 4 * 1024 * 1024;

/** Looks at one batch of the project's claims, and schedules the rest. The first batch has no cursor. */
export async function requeueClaimsOfToken(
  ctx: MutationCtx,
  { _id: tokenId, projectId }: Doc<"runnerTokens">,
  cursor: string | null,
): Promise<void> {
  const claims = await ctx.db
    .query("jobs")
    .withIndex("by_project_and_lease", (q) => q.eq("projectId", projectId).eq("status", "claimed"))
    .paginate({ cursor, numItems: claimsPerStep, maximumBytesRead: bytesPerStep });
  for (const job of claims.page) if (job.tokenId === tokenId) await requeueClaim(ctx, job);
  if (claims.isDone) return;
  const rest = { tokenId, cursor: claims.continueCursor };
  await ctx.scheduler.runAfter(0, internal.jobs.scheduled.requeueRest, rest);
}

async function requeueClaim(ctx: MutationCtx, job: Job): Promise<void> {
  const deletedMs = await projectDeletedAtMs(ctx, job.projectId);
  if (deletedMs !== null) return await pauseJob(ctx, job, deletedMs);
  if (!job.cancelRequested) {
    const error = "The runner token that claimed the job was revoked or has expired.";
    return await recordRetryInRuns(ctx, await requeue(ctx, job, Date.now(), error, raisedFence(job)));
  }
  // Without a lease, a job that was called off ends as if its runner were lost.
  const nowMs = Date.now();
  await ctx.db.patch("jobs", job._id, { ...raisedFence(job), leaseUntilMs: nowMs, givingUpAtMs: nowMs });
  await ctx.scheduler.runAfter(0, internal.jobs.scheduled.giveUp, { jobId: job._id });
}
