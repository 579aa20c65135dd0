// A runner ends a job, or it ends because its runner was lost or it takes too long. Its subject is updated too.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { omitNullish } from "../lib/omitNullish";
import { nextState } from "../lib/states";
import { settleWithinMs, delayMs, isExhausted } from "./bounds";
import { raisedFence } from "./cancellation";
import { continueChain } from "./continueChain";
import { undeliverableMessage } from "./claimResult";
import { changeJob, claimOf, isLastAttempt, runnerLostError, requeue, requireHolder } from "./claimHolder";
import type { ClaimHolder } from "./claimHolder";
import { isLook, lookAgain } from "./lookAgain";
import { cancelWork, failWork, isSettled } from "./endSubject";
import type { Failure } from "./endSubject";
import { recordRetryInRuns } from "./retry";
import { jobMoves } from "./status";

type Job = Doc<"jobs">;

export async function completeJob(ctx: MutationCtx, job: Job, holder: ClaimHolder, result?: string): Promise<Job> {
  requireHolder(job, holder, "complete");
  const again = isLook(job.work) ? await lookAgain(ctx, job) : null;
  // This look is done. The row already waits for the next one.
  if (again !== null) return { ...again, status: "done", endedAtMs: Date.now() };
  const nowMs = Date.now();
  const done = await changeJob(ctx, job, {
    status: nextState("job", jobMoves, "complete", job.status),
    endedAtMs: nowMs,
    boundAtMs: (await isSettled(ctx, job.work)) ? undefined : nowMs + settleWithinMs,
    ...omitNullish({ result }),
  });
  if (job.cancelRequested) await cancelWork(ctx, job.work);
  else await continueChain(ctx, job);
  return done;
}

/** A job that the runner reports as failed returns to the queue, or it fails for good, and its subject with it. */
export async function failClaim(
  ctx: MutationCtx,
  job: Job,
  holder: ClaimHolder,
  { error, isRetryable }: { error: string; isRetryable: boolean },
): Promise<Job> {
  requireHolder(job, holder, "fail");
  if (job.cancelRequested) return await cancelClaim(ctx, job);
  if (!isLook(job.work) && (!isRetryable || isExhausted(job.attempts)))
    return await failPermanently(ctx, job, { reason: "job_failed", error });
  const queued = await requeue(ctx, job, Date.now() + delayMs(job.attempts), error);
  await recordRetryInRuns(ctx, queued);
  return queued;
}

/**
 * Fails a job whose delivery could not be built in its last attempt. Does nothing when the claim with this number no
 * longer holds the job.
 */
export async function failUndelivered(ctx: MutationCtx, job: Job, fence: number): Promise<void> {
  if (job.status !== "claimed" || job.fence !== fence) return;
  if (job.cancelRequested) await cancelClaim(ctx, job);
  else await failPermanently(ctx, job, { reason: "job_failed", error: undeliverableMessage });
}

/** Ends a job whose runner was lost in its last attempt. Does nothing when the job is not, or no longer, such a job. */
export async function endIfLost(ctx: MutationCtx, job: Job): Promise<void> {
  if (job.status !== "claimed" || !isLastAttempt(job) || claimOf(job).leaseUntilMs > Date.now()) return;
  if (job.cancelRequested) await cancelClaim(ctx, job, raisedFence(job));
  else await failPermanently(ctx, job, { reason: "runner_lost", error: runnerLostError(job) }, raisedFence(job));
}

/** Ends a job that takes too long or that nobody has begun in time, even when its lease is still valid. */
export async function endLateJob(ctx: MutationCtx, job: Job): Promise<void> {
  if (job.cancelRequested) await cancelClaim(ctx, job, raisedFence(job));
  else await failPermanently(ctx, job, { reason: "timed_out", error: timeoutError(job) }, raisedFence(job));
}

function timeoutError({ attempts, deferral }: Job): string {
  return attempts === 0 && deferral === undefined
    ? "No runner started the job in time."
    : "The job took longer than its time limit.";
}

/** Cancels a job. `change` is written in the same patch. */
export async function cancelClaim(ctx: MutationCtx, job: Job, change: { fence?: number } = {}): Promise<Job> {
  const status = nextState("job", jobMoves, "cancel", job.status);
  const cancelled = await changeJob(ctx, job, { status, endedAtMs: Date.now(), boundAtMs: undefined, ...change });
  await cancelWork(ctx, job.work);
  return cancelled;
}

async function failPermanently(
  ctx: MutationCtx,
  job: Job,
  failure: Failure,
  change: { fence?: number } = {},
): Promise<Job> {
  const { error } = failure;
  const again = isLook(job.work) ? await lookAgain(ctx, job, { error, ...change }) : null;
  if (again !== null) return again;
  const status = nextState("job", jobMoves, "giveUp", job.status);
  const failed = await changeJob(ctx, job, { status, error, endedAtMs: Date.now(), boundAtMs: undefined, ...change });
  await failWork(ctx, job.work, failure);
  return failed;
}
