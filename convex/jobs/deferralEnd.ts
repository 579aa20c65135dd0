// The end of a deferral: by its time or before, and by the claim that follows. A claim also ends the wait for a retry.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { announceFrom } from "../lib/announceJob";
import { heldMs } from "../lib/jobAvailability";

/** Lets a runner claim the job at once. Returns false when the job does not wait because of a deferral. */
export async function releaseDeferred(ctx: MutationCtx, jobId: Id<"jobs">): Promise<boolean> {
  const job = await ctx.db.get("jobs", jobId);
  if (job?.status !== "queued" || job.deferral === undefined) return false;
  const { availableAtMs, boundAtMs } = job;
  const nowMs = Date.now();
  if (availableAtMs >= heldMs) return false;
  const sparedMs = Math.max(0, availableAtMs - nowMs);
  await ctx.db.patch("jobs", jobId, {
    availableAtMs: availableAtMs - sparedMs,
    boundAtMs: boundAtMs === undefined ? undefined : boundAtMs - sparedMs,
  });
  await announceFrom(ctx, jobId, nowMs);
  return true;
}

/** A runner has claimed the job again, so the runs that it had deferred do not wait any more. */
export async function endDeferral(ctx: MutationCtx, { _id: jobId, deferral }: Doc<"jobs">): Promise<void> {
  for (const runId of deferral?.runIds ?? []) {
    const run = await ctx.db.get("runs", runId);
    if (run?.deferral?.jobId === jobId) await ctx.db.patch("runs", runId, { deferral: undefined });
  }
}

/** A runner tries the job again. */
export async function endRetry(ctx: MutationCtx, { _id: jobId, retryRunIds = [] }: Doc<"jobs">): Promise<void> {
  for (const runId of retryRunIds) {
    const run = await ctx.db.get("runs", runId);
    if (run?.retry?.jobId === jobId) await ctx.db.patch("runs", runId, { retry: undefined });
  }
}
