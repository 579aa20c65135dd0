// Who does a job: runners claim the oldest that waits and hold it for the time of a lease. A lease that has run out gives
// nothing any more, whether or not somebody has noticed it yet. How a job ends is in endings.ts: a claim ends none.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { hasRoom } from "../lib/stages";
import { nextState } from "../lib/states";
import { changeJob, claimOf, isLastAttempt, lostError, putBack, requireHolder } from "./holders";
import type { Holder } from "./holders";
import { deletedSince, pauseJob } from "./pausing";
import type { ClaimRequest } from "./requests";
import { availableAfterLease } from "./retries";
import { jobMoves } from "./status";
import type { JobKind } from "./work";

type Job = Doc<"jobs">;

const defaultLeaseMs = 60_000;
/** A claim puts back what lost runners held, and is not to wait for much of it. */
const releasedPerClaim = 20;
/** Every claim meets the jobs whose end is scheduled. One that has not ended after this time has failed to. */
const endingAgainMs = 10 * 60_000;
const pausedPerClaim = 20;

type Claimant = Pick<ClaimRequest, "runnerId" | "leaseMs">;

/** The oldest; null when nothing waits. */
export async function claimJob(ctx: MutationCtx, request: Claimant & Pick<ClaimRequest, "kinds">): Promise<Job | null> {
  await releaseExpired(ctx, releasedPerClaim);
  const job = await oldestOfProjects(ctx, request.kinds ?? null);
  return job === null ? null : await claim(ctx, job, request);
}

/** Null when it does not wait any more. Reads nothing but the job, so that claims of others do not matter to it. */
export async function claimWaiting(ctx: MutationCtx, jobId: Id<"jobs">, request: Claimant): Promise<Job | null> {
  const job = await ctx.db.get("jobs", jobId);
  if (job === null || job.status !== "queued" || job.availableAtMs > Date.now()) return null;
  const deletedMs = await deletedSince(ctx, job.projectId);
  if (deletedMs === null) return await claim(ctx, job, request);
  await pauseJob(ctx, job, deletedMs);
  return null;
}

async function claim(ctx: MutationCtx, job: Job, { runnerId, leaseMs }: Claimant): Promise<Job> {
  const lease = leaseMs ?? defaultLeaseMs;
  const nowMs = Date.now();
  return await changeJob(ctx, job, {
    status: nextState("job", jobMoves, "claim", job.status),
    attempts: job.attempts + 1,
    fence: job.fence + 1,
    runnerId,
    leaseMs: lease,
    leaseUntilMs: nowMs + lease,
    // Its time counts from the first claim on.
    ...(job.attempts === 0 ? { boundAtMs: job.timeLimitMs === undefined ? undefined : nowMs + job.timeLimitMs } : {}),
  });
}

/** Those of deleted projects are paused on the way, and a claim does not wait for many of them. */
async function oldestOfProjects(ctx: MutationCtx, kinds: readonly JobKind[] | null): Promise<Job | null> {
  for (let paused = 0; paused < pausedPerClaim; paused++) {
    const [job] = await oldestOf(ctx, kinds, Date.now(), 1);
    if (job === undefined) return null;
    const deletedMs = await deletedSince(ctx, job.projectId);
    if (deletedMs === null) return job;
    await pauseJob(ctx, job, deletedMs);
  }
  return null;
}

/** Prolongs the lease, unless the job is to be cancelled. */
export async function prolongClaim(ctx: MutationCtx, job: Job, holder: Holder): Promise<Job> {
  const { leaseMs } = requireHolder(job, holder, "heartbeat");
  if (job.cancelRequested) return job;
  return await changeJob(ctx, job, { leaseUntilMs: Date.now() + leaseMs });
}

/**
 * Takes away the claims of jobs whose lease has run out: of so many at most, and of no more than there is room for. Jobs
 * that are to be tried again go back into the queue; the end of the others is scheduled. Whether there may be more for a
 * further step.
 */
export async function releaseExpired(ctx: MutationCtx, most: number): Promise<boolean> {
  const expired = ctx.db
    .query("jobs")
    .withIndex("by_lease", (q) => q.eq("status", "claimed").lte("leaseUntilMs", Date.now()));
  let looked = 0;
  let released = 0;
  for await (const job of expired) {
    // A step that meets none but jobs whose end is scheduled would be followed by the same one again and again.
    if (looked === most || !(await hasRoom(ctx))) return released > 0;
    looked += 1;
    if (isEnding(job)) continue;
    await release(ctx, job);
    released += 1;
  }
  return false;
}

function isEnding(job: Job): boolean {
  return isLastAttempt(job) && Date.now() - (job.givingUpAtMs ?? 0) <= endingAgainMs;
}

async function release(ctx: MutationCtx, job: Job): Promise<void> {
  if (job.cancelRequested) return await endSoon(ctx, job);
  const deletedMs = await deletedSince(ctx, job.projectId);
  if (deletedMs !== null) return await pauseJob(ctx, job, deletedMs);
  if (isLastAttempt(job)) return await endSoon(ctx, job);
  const { leaseMs, leaseUntilMs } = claimOf(job);
  await putBack(ctx, job, availableAfterLease(job.attempts, leaseUntilMs, leaseMs), lostError(job));
}

/**
 * In a transaction of its own, as the end of a job ends what it was for, and a claim is not to walk through runs, chains
 * and sandboxes. Until then nobody can claim the job, nor does anybody hold it.
 */
async function endSoon(ctx: MutationCtx, job: Job): Promise<void> {
  await ctx.db.patch("jobs", job._id, { givingUpAtMs: Date.now() });
  await ctx.scheduler.runAfter(0, internal.jobs.jobs.giveUp, { jobId: job._id });
}

/**
 * When the first of the jobs that wait may be claimed, or the first lease runs out. Does not look at the clock, so that
 * the answer is kept until something changes about jobs.
 */
export async function nextClaimableMs(ctx: QueryCtx, kinds: readonly JobKind[] | null): Promise<number | null> {
  const [waiting] = await oldestOf(ctx, kinds, Number.MAX_SAFE_INTEGER, 1);
  const held = await ctx.db
    .query("jobs")
    .withIndex("by_lease", (q) => q.eq("status", "claimed"))
    .first();
  const times = [waiting?.availableAtMs, held?.leaseUntilMs].filter((ms) => ms !== undefined);
  return times.length === 0 ? null : Math.min(...times);
}

/** So many runners at a time can each find a job of their own at once. */
const chosenFrom = 16;

/** Those that may be claimed and have waited longest. */
export async function readWaiting(ctx: QueryCtx, kinds: readonly JobKind[] | null): Promise<Id<"jobs">[]> {
  return (await oldestOf(ctx, kinds, Date.now(), chosenFrom)).map(({ _id }) => _id);
}

/** Of the jobs that wait and may be claimed at the time; `most` of all kinds together. */
async function oldestOf(ctx: QueryCtx, kinds: readonly JobKind[] | null, atMs: number, most: number): Promise<Job[]> {
  if (kinds === null) {
    return await ctx.db
      .query("jobs")
      .withIndex("by_availability", (q) => q.eq("status", "queued").lte("availableAtMs", atMs))
      .take(most);
  }
  const wanted = new Set(kinds);
  const oldest: Job[] = [];
  for (const kind of wanted) {
    const jobs = await ctx.db
      .query("jobs")
      .withIndex("by_kind", (q) => q.eq("status", "queued").eq("kind", kind).lte("availableAtMs", atMs))
      .take(Math.ceil(most / wanted.size));
    oldest.push(...jobs);
  }
  return oldest.sort((a, b) => a.availableAtMs - b.availableAtMs || a._creationTime - b._creationTime);
}
