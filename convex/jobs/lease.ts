// Who may act for a job: the holder of its newest claim, known by the number of that claim.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { apiError } from "../api/errors";
import { namedDocument } from "../lib/named";
import type { Lease } from "../callback/builders";

/**
 * Throws CONFLICT, in words that begin `stale lease`, for a claim that was not the last one, or whose job has been called
 * off and taken away.
 */
export async function requireCurrent(ctx: QueryCtx, lease: Lease): Promise<void> {
  if (lease === null) return;
  const job = await namedDocument(ctx, "jobs", lease.jobId);
  if (job.fence === lease.fence && !isCalledOff(job)) return;
  throw apiError("CONFLICT", `stale lease: claim ${lease.fence} of ${lease.jobId} is over.`);
}

/** Whether or not somebody has noticed it yet. */
function isCalledOff({ status, cancelRequested, leaseUntilMs = 0 }: Doc<"jobs">): boolean {
  return status === "claimed" && cancelRequested && leaseUntilMs <= Date.now();
}
