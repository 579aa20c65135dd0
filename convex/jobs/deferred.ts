// Ends the wait of a deferred job before its time.
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { announceFrom } from "./announcing";
import { neverMs } from "./pausing";

/** Lets a runner claim the job at once. Returns false when the job does not wait because of a deferral. */
export async function releaseDeferred(ctx: MutationCtx, jobId: Id<"jobs">): Promise<boolean> {
  const job = await ctx.db.get("jobs", jobId);
  if (job?.status !== "queued" || job.deferral === undefined) return false;
  const { availableAtMs, boundAtMs } = job;
  const nowMs = Date.now();
  if (availableAtMs === neverMs) return false;
  const sparedMs = Math.max(0, availableAtMs - nowMs);
  await ctx.db.patch("jobs", jobId, {
    availableAtMs: availableAtMs - sparedMs,
    boundAtMs: boundAtMs === undefined ? undefined : boundAtMs - sparedMs,
  });
  await announceFrom(ctx, jobId, nowMs);
  return true;
}
