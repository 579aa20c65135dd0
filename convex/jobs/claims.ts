// Claims: a runner claims the oldest waiting job and holds it until its lease ends. A lease that has run out is worth
// nothing, even before anybody has noticed. Claiming ends only jobs whose subject is over; endings.ts ends all others.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { minuteMs } from "../lib/times";
import { hasBudgetLeft } from "../lib/transactionBudget";
import { nextState } from "../lib/states";
import { endDeferral } from "./deferralEnd";
import { changeJob, claimOf, isLastAttempt, runnerLostError, requeue, requireHolder } from "./claimHolder";
import type { ClaimHolder } from "./claimHolder";
import { projectDeletedAtMs, pauseJob } from "./pausing";
import type { ClaimRequest } from "./requests";
import { jobKinds } from "./schema";
import { availableAfterLease } from "./bounds";
import { jobMoves } from "./status";
import type { JobKind } from "./work";

type Job = Doc<"jobs">;

const defaultLeaseMs = minuteMs;
/** Each claim also ends expired claims of lost runners, at most this many, so that it does not take long. */
const releasedPerClaim = 20;
/**
 * When a runner was lost in the last attempt, the end of its job is scheduled, and claims meet that job until then. If
 * it has not ended after this time, its scheduled end must have failed, and it is scheduled again.
 */
const endingAgainMs = 10 * minuteMs;
const pausedPerClaim = 20;

type Claimant = Pick<ClaimRequest, "runnerId" | "leaseMs"> & { tokenId: Id<"runnerTokens"> | undefined };

/** The jobs among which a claim chooses. */
export interface ClaimFilter {
  /** Undefined: the jobs of all projects. */
  projectId: Id<"projects"> | undefined;
  /** Null: the jobs of all kinds. */
  kinds: readonly JobKind[] | null;
}

/** Claims the oldest waiting job. Null when no job waits. */
export async function claimJob(ctx: MutationCtx, choice: ClaimFilter, claimant: Claimant): Promise<Job | null> {
  await releaseExpired(ctx, releasedPerClaim, choice.projectId);
  const job = await oldestClaimable(ctx, choice);
  return job === null ? null : await claim(ctx, job, claimant);
}

/** Null when the job no longer waits. Reads no other job, so that the claims of other runners do not conflict. */
export async function claimWaiting(ctx: MutationCtx, jobId: Id<"jobs">, claimant: Claimant): Promise<Job | null> {
  const job = await ctx.db.get("jobs", jobId);
  if (job === null || job.status !== "queued" || job.availableAtMs > Date.now()) return null;
  const deletedMs = await projectDeletedAtMs(ctx, job.projectId);
  if (deletedMs === null) return await claim(ctx, job, claimant);
  await pauseJob(ctx, job, deletedMs);
  return null;
}

async function claim(ctx: MutationCtx, job: Job, { runnerId, leaseMs, tokenId }: Claimant): Promise<Job> {
  const lease = leaseMs ?? defaultLeaseMs;
  const nowMs = Date.now();
  if (job.deferral !== undefined) await endDeferral(ctx, job);
  return await changeJob(ctx, job, {
    status: nextState("job", jobMoves, "claim", job.status),
    attempts: job.attempts + 1,
    fence: job.fence + 1,
    runnerId,
    tokenId,
    leaseMs: lease,
    leaseUntilMs: nowMs + lease,
    deferral: undefined,
    // The time limit of a job counts from its first claim. A deferred job was claimed before.
    ...(job.attempts === 0 && job.deferral === undefined
      ? { boundAtMs: job.timeLimitMs === undefined ? undefined : nowMs + job.timeLimitMs }
      : {}),
  });
}

/** A claim pauses the jobs of deleted projects that it meets, a bounded number of them, so that it stays fast. */
async function oldestClaimable(ctx: MutationCtx, choice: ClaimFilter): Promise<Job | null> {
  for (let paused = 0; paused < pausedPerClaim; paused++) {
    const [job] = await oldestOf(ctx, choice, 1);
    if (job === undefined || job.availableAtMs > Date.now()) return null;
    const deletedMs = await projectDeletedAtMs(ctx, job.projectId);
    if (deletedMs === null) return job;
    await pauseJob(ctx, job, deletedMs);
  }
  return null;
}

/** Prolongs the lease, unless the job has been called off. */
export async function extendClaim(ctx: MutationCtx, job: Job, holder: ClaimHolder): Promise<Job> {
  const { leaseMs } = requireHolder(job, holder, "heartbeat");
  if (job.cancelRequested) return job;
  return await changeJob(ctx, job, { leaseUntilMs: Date.now() + leaseMs });
}

/** The claimed jobs whose lease runs out until the time `atMs`, the earliest first. */
function claimsEndingBy(ctx: QueryCtx, projectId: Id<"projects"> | undefined, atMs: number) {
  const jobs = ctx.db.query("jobs");
  if (projectId === undefined) {
    return jobs.withIndex("by_end_and_lease", (q) =>
      q.eq("endedAtMs", undefined).gt("leaseUntilMs", 0).lte("leaseUntilMs", atMs),
    );
  }
  return jobs.withIndex("by_project_and_lease", (q) =>
    q.eq("projectId", projectId).eq("status", "claimed").lte("leaseUntilMs", atMs),
  );
}

/**
 * Ends the claims of at most `most` jobs whose lease has run out, while there is room. Jobs with an attempt left go
 * back into the queue, unless their subject is over; the end of the others is scheduled. Returns whether a further step
 * may find more.
 */
export async function releaseExpired(ctx: MutationCtx, most: number, projectId?: Id<"projects">): Promise<boolean> {
  const nowMs = Date.now();
  // Nearly always none has run out, and to look for one is a single call.
  if ((await claimsEndingBy(ctx, projectId, nowMs).first()) === null) return false;
  const expired = claimsEndingBy(ctx, projectId, nowMs);
  let looked = 0;
  let released = 0;
  for await (const job of expired) {
    // A step that finds only jobs whose end is scheduled must report that it is done, or the same step would repeat.
    if (looked === most || !(await hasBudgetLeft(ctx))) return released > 0;
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
  const deletedMs = await projectDeletedAtMs(ctx, job.projectId);
  if (deletedMs !== null) return await pauseJob(ctx, job, deletedMs);
  if (isLastAttempt(job)) return await endSoon(ctx, job);
  const { leaseMs, leaseUntilMs } = claimOf(job);
  await requeue(ctx, job, availableAfterLease(job.attempts, leaseUntilMs, leaseMs), runnerLostError(job));
}

/** A job ends in another transaction, because a claim must not walk through runs, chains and sandboxes. */
async function endSoon(ctx: MutationCtx, job: Job): Promise<void> {
  await ctx.db.patch("jobs", job._id, { givingUpAtMs: Date.now() });
  await ctx.scheduler.runAfter(0, internal.jobs.jobs.giveUp, { jobId: job._id });
}

/** The time of the first waiting job or lease end. No clock is read, so the platform keeps it until a job changes. */
export async function nextClaimableMs(ctx: QueryCtx, choice: ClaimFilter): Promise<number | null> {
  const [waiting] = await oldestOf(ctx, choice, 1);
  const nextExpiring = await claimsEndingBy(ctx, choice.projectId, Number.MAX_SAFE_INTEGER).first();
  const times = [waiting?.availableAtMs, nextExpiring?.leaseUntilMs].filter((ms) => ms !== undefined);
  return times.length === 0 ? null : Math.min(...times);
}

/** A claim chooses at random among this many jobs, so that as many runners can each find a different one. */
const chosenFrom = 16;

/** The jobs that may be claimed now and have waited longest. */
export async function readWaiting(ctx: QueryCtx, choice: ClaimFilter): Promise<Id<"jobs">[]> {
  const oldest = await oldestOf(ctx, choice, chosenFrom);
  return oldest.filter(({ availableAtMs }) => availableAtMs <= Date.now()).map(({ _id }) => _id);
}

/** The waiting jobs that may be claimed first, some perhaps only later: about `most` of all kinds together. */
async function oldestOf(ctx: QueryCtx, { projectId, kinds }: ClaimFilter, most: number): Promise<Job[]> {
  if (kinds === null && projectId === undefined) {
    return await ctx.db
      .query("jobs")
      .withIndex("by_end_and_lease", (q) => q.eq("endedAtMs", undefined).eq("leaseUntilMs", undefined))
      .take(most);
  }
  // A project has no index of its jobs of all kinds: one for each kind is enough, because there are few kinds.
  const wanted = [...new Set(kinds ?? jobKinds)];
  const mostOfKind = Math.ceil(most / wanted.length);
  const found = await Promise.all(wanted.map((kind) => ofKind(ctx, projectId, kind).take(mostOfKind)));
  return found.flat().sort((a, b) => a.availableAtMs - b.availableAtMs || a._creationTime - b._creationTime);
}

function ofKind(ctx: QueryCtx, projectId: Id<"projects"> | undefined, kind: JobKind) {
  const jobs = ctx.db.query("jobs");
  if (projectId === undefined) {
    return jobs.withIndex("by_kind", (q) => q.eq("status", "queued").eq("kind", kind));
  }
  return jobs.withIndex("by_project_and_kind", (q) =>
    q.eq("projectId", projectId).eq("status", "queued").eq("kind", kind),
  );
}
