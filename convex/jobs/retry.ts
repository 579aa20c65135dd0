// A try of a job has failed, and the job will be tried again: its runs show why and when. Claims only schedule this.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { recordRetry } from "../runs/retry";
import { unfinishedRunsOf } from "./unfinishedRuns";

type Job = Doc<"jobs">;

/** Does nothing when the job does not wait any more, or is not the same try as before. */
export async function showRetryIfQueued(ctx: MutationCtx, job: Job, fence: number): Promise<void> {
  if (job.fence === fence) await recordRetryInRuns(ctx, job);
}

/** `job` has gone back into the queue, with the reason in its `error`, unless its subject is over. */
export async function recordRetryInRuns(ctx: MutationCtx, job: Job): Promise<void> {
  if (job.status !== "queued" || job.deferral !== undefined) return;
  const runIds = await unfinishedRunsOf(ctx, job.work);
  if (runIds.length === 0) return;
  const retry = { jobId: job._id, untilMs: job.availableAtMs, reason: job.error ?? "" };
  for (const runId of runIds) await recordRetry(ctx, runId, retry);
  await ctx.db.patch("jobs", job._id, { retryRunIds: runIds });
}
