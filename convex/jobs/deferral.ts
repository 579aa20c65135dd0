// A runner defers a job that it cannot continue now, for instance because a provider of models refuses further requests
// for some hours. The job goes back into the queue until then, and this attempt does not count.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { invalid } from "../lib/errors";
import { changed } from "../lib/changed";
import { knownDocument } from "../lib/named";
import { nextState } from "../lib/states";
import { isoTime } from "../lib/times";
import { deferRun } from "../runs/deferral";
import { announceFrom } from "./announcing";
import { maxDeferralMs } from "./bounds";
import { deferredRuns } from "./deferredRuns";
import { cancelClaim } from "./endings";
import { requireHolder } from "./holders";
import type { Holder } from "./holders";
import { jobMoves } from "./status";

type Job = Doc<"jobs">;

interface Deferral {
  untilMs: number;
  reason: string;
}

/** Throws CONFLICT unless this runner holds the job, and VALIDATION for a time that is past or too far ahead. */
export async function deferClaim(ctx: MutationCtx, job: Job, holder: Holder, deferral: Deferral): Promise<Job> {
  requireHolder(job, holder, "defer");
  const nowMs = Date.now();
  requireSoon(deferral.untilMs, nowMs);
  if (job.cancelRequested) return await cancelClaim(ctx, job);
  for (const runId of await deferredRuns(ctx, job.work)) await deferRun(ctx, runId, { jobId: job._id, ...deferral });
  // A run that was asked to stop has ended, and has called off the job.
  const after = await knownDocument(ctx, "jobs", job._id);
  return after.cancelRequested ? await cancelClaim(ctx, after) : await putOff(ctx, after, deferral, nowMs);
}

function requireSoon(untilMs: number, nowMs: number): void {
  if (untilMs <= nowMs) throw invalid("until", "until must be in the future.");
  const latestMs = nowMs + maxDeferralMs;
  if (untilMs > latestMs) throw invalid("until", `until must be at most 7 days ahead, until ${isoTime(latestMs)}.`);
}

/** The limit of the job moves with it, so that no time runs out while the job is deferred. */
async function putOff(ctx: MutationCtx, job: Job, { untilMs, reason }: Deferral, nowMs: number): Promise<Job> {
  const { attempts, boundAtMs } = job;
  const deferred = await changed(ctx, "jobs", job, {
    status: nextState("job", jobMoves, "defer", job.status),
    attempts: attempts - 1,
    availableAtMs: untilMs,
    boundAtMs: boundAtMs === undefined ? undefined : boundAtMs + (untilMs - nowMs),
    deferral: { sinceMs: nowMs, untilMs, reason },
    runnerId: undefined,
    leaseMs: undefined,
    leaseUntilMs: undefined,
  });
  await announceFrom(ctx, job._id, untilMs);
  return deferred;
}
