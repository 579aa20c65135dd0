// A runner defers a job that it cannot continue now, for instance because a provider of models refuses further requests
// for some hours. The job goes back into the queue until then, and this attempt does not count.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { invalid } from "../lib/errors";
import { patchAndReturn } from "../lib/patchAndReturn";
import { getOrThrow } from "../lib/getDocument";
import { nextState } from "../lib/states";
import { isoTime } from "../lib/times";
import { deferRun } from "../runs/deferral";
import { announceFrom } from "../lib/announceJob";
import { maxDeferralMs } from "./bounds";
import { cancelClaim } from "./endings";
import { requireHolder } from "./claimHolder";
import type { ClaimHolder } from "./claimHolder";
import { hasSubjectEnded } from "./hasSubjectEnded";
import { unfinishedRunsOf } from "./unfinishedRuns";
import { jobMoves } from "./status";

type Job = Doc<"jobs">;

interface Deferral {
  untilMs: number;
  reason: string;
}

/** Throws CONFLICT unless this runner holds the job, and VALIDATION for a time that is past or too far ahead. */
export async function deferClaim(ctx: MutationCtx, job: Job, holder: ClaimHolder, deferral: Deferral): Promise<Job> {
  requireHolder(job, holder, "defer");
  const nowMs = Date.now();
  requireWithinLimit(deferral.untilMs, nowMs);
  if (job.cancelRequested || (await hasSubjectEnded(ctx, job.work))) return await cancelClaim(ctx, job);
  const runIds = await unfinishedRunsOf(ctx, job.work);
  for (const runId of runIds) await deferRun(ctx, runId, { jobId: job._id, ...deferral });
  // A run that was asked to stop has ended, and has called off the job.
  const after = await getOrThrow(ctx, "jobs", job._id);
  return after.cancelRequested
    ? await cancelClaim(ctx, after)
    : await deferJob(ctx, after, { ...deferral, sinceMs: nowMs, runIds });
}

function requireWithinLimit(untilMs: number, nowMs: number): void {
  if (untilMs <= nowMs) throw invalid("until", "until must be in the future.");
  const latestMs = nowMs + maxDeferralMs;
  if (untilMs > latestMs)
    throw invalid("until", `until must be at most 7 days ahead: ${isoTime(latestMs)} at the latest.`);
}

/** The limit of the job moves with it, so that no time runs out while the job is deferred. */
async function deferJob(ctx: MutationCtx, job: Job, deferral: NonNullable<Job["deferral"]>): Promise<Job> {
  const { attempts, boundAtMs } = job;
  const { sinceMs, untilMs } = deferral;
  const deferred = await patchAndReturn(ctx, "jobs", job, {
    status: nextState("job", jobMoves, "defer", job.status),
    attempts: attempts - 1,
    availableAtMs: untilMs,
    boundAtMs: boundAtMs === undefined ? undefined : boundAtMs + (untilMs - sinceMs),
    deferral,
    runnerId: undefined,
    leaseMs: undefined,
    leaseUntilMs: undefined,
  });
  await announceFrom(ctx, job._id, untilMs);
  return deferred;
}
