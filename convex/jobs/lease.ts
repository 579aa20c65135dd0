// Who may act for a job: the holder of its newest claim, known by the number of that claim.
import type { QueryCtx } from "../_generated/server";
import { apiError } from "../api/errors";
import { namedDocument } from "../lib/named";
import type { Lease } from "../callback/builders";

/** Throws CONFLICT, in words that begin `stale lease`, for a claim that was not the last one. */
export async function requireCurrent(ctx: QueryCtx, lease: Lease): Promise<void> {
  if (lease === null) return;
  const job = await namedDocument(ctx, "jobs", lease.jobId);
  if (job.fence === lease.fence) return;
  throw apiError("CONFLICT", `stale lease: claim ${lease.fence} of ${lease.jobId} is not its last one.`);
}
