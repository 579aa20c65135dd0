// What becomes of the job of a look when a runner has done it, or could not. Claims load this file, so it imports
// little.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { announceFrom } from "../lib/announceJob";
import { neverMs } from "../lib/jobAvailability";
import { omitNullish } from "../lib/omitNullish";
import { patchAndReturn } from "../lib/patchAndReturn";
import { nextState } from "../lib/states";
import { nextLookMs } from "./lookTimes";
import { recordNextLook } from "./nextLook";
import type { JobWork } from "./schema";
import { jobMoves } from "./status";

type Job = Doc<"jobs">;
type LookWork = Extract<JobWork, { kind: "pullRequest.look" }>;

export function isLook(work: JobWork): work is LookWork {
  return work.kind === "pullRequest.look";
}

/**
 * The job of a look has ended, whatever has become of it: it waits for the next one, and its tries count again from the
 * first. Returns null when there is nothing to look at any more, or the request is too old, and the job may end.
 */
export async function lookAgain(
  ctx: MutationCtx,
  job: Job,
  change: { error?: string; fence?: number } = {},
): Promise<Job | null> {
  const request = isLook(job.work) ? await ctx.db.get("followedRequests", job.work.requestId) : null;
  if (request === null || job.cancelRequested) return null;
  const atMs = timeAfterLook(request);
  if (atMs !== (request.nextLookAtMs ?? null) || request.isDue === true) {
    await ctx.db.patch("followedRequests", request._id, { nextLookAtMs: atMs ?? undefined, isDue: undefined });
    await recordNextLook(ctx, request, atMs);
  }
  if (atMs === null) return null;
  const availableAtMs = request.isResting === true ? neverMs : atMs;
  const after = await patchAndReturn(ctx, "jobs", job, {
    status: nextState("job", jobMoves, "lookAgain", job.status),
    attempts: 0,
    availableAtMs,
    boundAtMs: undefined,
    runnerId: undefined,
    leaseMs: undefined,
    leaseUntilMs: undefined,
    error: undefined,
    ...omitNullish(change),
  });
  await announceFrom(ctx, job._id, availableAtMs);
  return after;
}

/** A look that has reported nothing is due at the next regular time. */
function timeAfterLook(request: Doc<"followedRequests">): number | null {
  const nowMs = Date.now();
  if (request.isDue === true) return nowMs;
  const { nextLookAtMs } = request;
  return nextLookAtMs !== undefined && nextLookAtMs > nowMs ? nextLookAtMs : nextLookMs(request, nowMs);
}
