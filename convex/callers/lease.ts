// Who may act for a job: the holder of its newest claim, known by the number of that claim.
import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { namedDocument } from "../lib/named";
import { publicId } from "../lib/publicIds";

/** The claim under which the runner acts; null where it names none. */
export const lease = v.union(v.object({ jobId: v.string(), fence: v.number() }), v.null());
export type Lease = Infer<typeof lease>;

/**
 * Throws CONFLICT, in words that begin `stale lease`, for a claim that was not the last one, or whose job has been called
 * off and taken away.
 */
export async function requireCurrent(ctx: QueryCtx, lease: Lease): Promise<void> {
  if (lease === null) return;
  requireFence(await namedDocument(ctx, "jobs", lease.jobId), lease.fence);
}

/** The same for a job and the number of a claim of it. */
export function requireFence(job: Doc<"jobs">, fence: number): void {
  if (job.fence === fence && !isCalledOff(job)) return;
  throw apiError("CONFLICT", `stale lease: claim ${fence} of ${publicId("jobs", job._id)} is over.`);
}

/** Whether or not somebody has noticed it yet. */
function isCalledOff({ status, cancelRequested, leaseUntilMs = 0 }: Doc<"jobs">): boolean {
  return status === "claimed" && cancelRequested && leaseUntilMs <= Date.now();
}
