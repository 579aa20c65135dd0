// Checks that the runner acts under the newest claim of a job. The claim is known by its number, the fence.
import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import type { ApiError } from "../lib/errors";
import { getForRunner } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { isValid } from "./runnerTokens";
import type { RunnerToken } from "./runnerTokens";

/** The claim under which the runner acts. Null when the request names none. */
export const lease = v.union(v.object({ jobId: v.string(), fence: v.number() }), v.null());
export type Lease = Infer<typeof lease>;

/**
 * Throws CONFLICT (`stale lease`) unless the claim is the newest, or once a called-off job's lease has run out, or when
 * the job was claimed with a runner token that has ended. `token` is the caller's, which is valid.
 */
export async function requireCurrentLease(ctx: QueryCtx, lease: Lease, token: RunnerToken | null): Promise<void> {
  if (lease === null) return;
  const job = await getForRunner(ctx, "jobs", lease.jobId);
  requireFence(job, lease.fence);
  if (job.tokenId === undefined || job.tokenId === token?._id) return;
  const claimedWith = await ctx.db.get("runnerTokens", job.tokenId);
  if (claimedWith === null || !(await isValid(ctx, claimedWith))) throw staleLease(job, lease.fence);
}

/** Throws CONFLICT unless `fence` is the newest claim's number, or once the lease of a called-off job has run out. */
export function requireFence(job: Doc<"jobs">, fence: number): void {
  if (job.fence === fence && !isCancelledAndOver(job)) return;
  throw staleLease(job, fence);
}

function staleLease({ _id }: Doc<"jobs">, fence: number): ApiError {
  return apiError("CONFLICT", `stale lease: claim ${fence} of ${publicId("jobs", _id)} is over.`);
}

/** Whether the job was called off and its lease has run out, even before a sweep has noticed. */
function isCancelledAndOver({ status, cancelRequested, leaseUntilMs = 0 }: Doc<"jobs">): boolean {
  return status === "claimed" && cancelRequested && leaseUntilMs <= Date.now();
}
