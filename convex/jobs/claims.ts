// Claims: a runner claims the first waiting job, by its age and priority, and holds it until its lease ends. A lease
// that has run out is worth nothing, even before anybody has noticed. A claim itself ends only jobs of lost runners
// whose subject is over already. It schedules every other end of a job, which endings.ts then performs.
import { internal } from "../_generated/api";
import type { NamedTableInfo, OrderedQuery } from "convex/server";
import type { DataModel, Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { minuteMs } from "../lib/times";
import { hasBudgetLeft } from "../lib/transactionBudget";
import { nextState } from "../lib/states";
import { endDeferral, endRetry } from "./deferralEnd";
import { changeJob, claimOf, isLastAttempt, runnerLostError, requeue, requireHolder } from "./claimHolder";
import type { ClaimHolder } from "./claimHolder";
import { projectDeletedAtMs, pauseJob } from "./pausing";
import { takeSlot } from "../queue/capacity";
import { minPriority } from "../lib/sharedValues";
import { rankOf } from "../queue/limits";
import type { ClaimRequest } from "./requests";
import { mustBeNamed, usualKinds } from "./schema";
import { availableAfterLease } from "./bounds";
import { jobMoves } from "./status";
import type { JobKind } from "./work";

type Job = Doc<"jobs">;

const defaultLeaseMs = minuteMs;
/** Each claim also looks at the expired claims of lost runners, at most this many, so that it does not take long. */
const releasedPerClaim = 20;
/**
 * When a runner was lost in the last attempt, or with a job that was called off, the end of that job is scheduled, and
 * claims meet it until then. If it has not ended after this time, its scheduled end must have failed, and it is
 * scheduled again.
 */
const endingAgainMs = 10 * minuteMs;
const passedPerClaim = 20;

type Claimant = Pick<ClaimRequest, "runnerId" | "leaseMs"> & { tokenId: Id<"runnerTokens"> | undefined };

/** The jobs among which a claim chooses. */
export interface ClaimFilter {
  /** Undefined: the jobs of all projects. */
  projectId: Id<"projects"> | undefined;
  /** Null: the jobs of all kinds that need not be named. */
  kinds: readonly JobKind[] | null;
}

/** Claims the first waiting job. Null when none can be claimed, and `passed` when another step may find one. */
export async function claimJob(
  ctx: MutationCtx,
  choice: ClaimFilter,
  claimant: Claimant,
): Promise<Job | "passed" | null> {
  await releaseExpired(ctx, releasedPerClaim, choice.projectId);
  const job = await firstClaimable(ctx, choice);
  return job === null || job === "passed" ? job : await claim(ctx, job, claimant);
}

/** Null when the job no longer waits. Reads no other job, so that the claims of other runners do not conflict. */
export async function claimWaiting(ctx: MutationCtx, jobId: Id<"jobs">, claimant: Claimant): Promise<Job | null> {
  const job = await ctx.db.get("jobs", jobId);
  if (job === null || job.status !== "queued" || job.availableAtMs > Date.now()) return null;
  return (await mayBeClaimed(ctx, job)) ? await claim(ctx, job, claimant) : null;
}

async function claim(ctx: MutationCtx, job: Job, { runnerId, leaseMs, tokenId }: Claimant): Promise<Job> {
  const lease = leaseMs ?? defaultLeaseMs;
  const nowMs = Date.now();
  if (job.deferral !== undefined) await endDeferral(ctx, job);
  if (job.retryRunIds !== undefined) await endRetry(ctx, job);
  return await changeJob(ctx, job, {
    status: nextState("job", jobMoves, "claim", job.status),
    attempts: job.attempts + 1,
    fence: job.fence + 1,
    runnerId,
    tokenId,
    leaseMs: lease,
    leaseUntilMs: nowMs + lease,
    deferral: undefined,
    retryRunIds: undefined,
    // The time limit of a job counts from its first claim. A deferred job was claimed before.
    ...(job.attempts === 0 && job.deferral === undefined
      ? { boundAtMs: job.timeLimitMs === undefined ? undefined : nowMs + job.timeLimitMs }
      : {}),
  });
}

/**
 * A claim sets jobs aside that it meets and may not have: those of deleted projects, and those for which a limit has no
 * room. It does so with a bounded number of them, so that it stays fast.
 */
async function firstClaimable(ctx: MutationCtx, choice: ClaimFilter): Promise<Job | "passed" | null> {
  for (let passed = 0; passed < passedPerClaim; passed++) {
    const [job] = await firstOf(ctx, choice, 1);
    if (job === undefined || job.availableAtMs > Date.now()) return null;
    if (await mayBeClaimed(ctx, job)) return job;
  }
  return "passed";
}

/** Returns false when the job was set aside. */
async function mayBeClaimed(ctx: MutationCtx, job: Job): Promise<boolean> {
  const project = await ctx.db.get("projects", job.projectId);
  if (project === null) return true;
  if (project.deletingAtMs === undefined) return await takeSlot(ctx, project, job);
  await pauseJob(ctx, job, project.deletingAtMs);
  return false;
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
 * Looks at the jobs whose lease has run out: at most `most`, and no more than this transaction can change. A job with
 * an attempt left goes back into the queue, or is cancelled when its subject is over. A job of a deleted project is
 * paused. A job that was called off or has no attempt left stays claimed, and its end is scheduled. Returns whether a
 * further step may find more.
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
  await showRetrySoon(ctx, job);
}

/** Another transaction shows it in the job's runs, which may be many, and writes their events. */
async function showRetrySoon(ctx: MutationCtx, { _id: jobId, fence }: Job): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.jobs.scheduled.recordRetry, { jobId, fence });
}

/**
 * The job ends in another transaction, because its run, chain or sandbox ends with it, and all that belongs to them.
 */
async function endSoon(ctx: MutationCtx, job: Job): Promise<void> {
  await ctx.db.patch("jobs", job._id, { givingUpAtMs: Date.now() });
  await ctx.scheduler.runAfter(0, internal.jobs.scheduled.giveUp, { jobId: job._id });
}

/** The time of the first waiting job or lease end. No clock is read, so the platform keeps it until a job changes. */
export async function nextClaimableMs(ctx: QueryCtx, choice: ClaimFilter): Promise<number | null> {
  const waiting = await readFirst(ctx, choice, 1);
  const nextExpiring = await claimsEndingBy(ctx, choice.projectId, Number.MAX_SAFE_INTEGER).first();
  const times = [...waiting.map(({ availableAtMs }) => availableAtMs), nextExpiring?.leaseUntilMs];
  const known = times.filter((ms) => ms !== undefined);
  return known.length === 0 ? null : Math.min(...known);
}

/** A claim chooses at random among this many jobs, so that as many runners can each find a different one. */
const chosenFrom = 16;

/** The first of the jobs that may be claimed now. */
export async function readWaiting(ctx: QueryCtx, choice: ClaimFilter): Promise<Id<"jobs">[]> {
  const first = await firstOf(ctx, choice, chosenFrom);
  return first.filter(({ availableAtMs }) => availableAtMs <= Date.now()).map(({ _id }) => _id);
}

/** The waiting jobs in the order in which they are claimed: about `most`, and behind them those of a later time. */
async function firstOf(ctx: QueryCtx, choice: ClaimFilter, most: number): Promise<Job[]> {
  const nowMs = Date.now();
  const waitsForTime = ({ availableAtMs }: Job) => Number(availableAtMs > nowMs);
  const rank = (job: Job) => rankOf(job.availableAtMs, job.priority);
  return (await readFirst(ctx, choice, most)).sort(
    (a, b) => waitsForTime(a) - waitsForTime(b) || rank(a) - rank(b) || a._creationTime - b._creationTime,
  );
}

/** The first waiting jobs of each kind and priority, in no particular order. */
async function readFirst(ctx: QueryCtx, { projectId, kinds }: ClaimFilter, most: number): Promise<Job[]> {
  if (kinds === null && projectId === undefined) {
    const first = await ofEachPriority(allWaiting(ctx), most);
    // A job that must be named waits for minutes at most. Until then the jobs of each other kind are looked up.
    if (!first.some(({ kind }) => mustBeNamed(kind))) return first;
  }
  // A project has no index of its jobs of all kinds: one for each kind is enough, because there are few kinds.
  const wanted = [...new Set(kinds ?? usualKinds)];
  const mostOfKind = Math.ceil(most / wanted.length);
  const found = await Promise.all(
    wanted.map((kind) => ofEachPriority(waitingOfKind(ctx, projectId, kind), mostOfKind)),
  );
  return found.flat();
}

/** An index range of jobs by priority and then by the time from which they may be claimed. */
interface ByPriority {
  at(priority: number | undefined): OrderedQuery<NamedTableInfo<DataModel, "jobs">>;
  above(priority: number): OrderedQuery<NamedTableInfo<DataModel, "jobs">>;
}

/** Few priorities are in use at a time, and the index finds the next one without the jobs in between. */
async function ofEachPriority(jobs: ByPriority, most: number): Promise<Job[]> {
  const found = await jobs.at(undefined).take(most);
  let next = await jobs.above(minPriority - 1).first();
  while (next !== null) {
    const { priority = 0 } = next;
    found.push(...(most === 1 ? [next] : await jobs.at(priority).take(most)));
    next = await jobs.above(priority).first();
  }
  return found;
}

function allWaiting({ db }: QueryCtx): ByPriority {
  const jobs = () => db.query("jobs");
  return {
    at: (priority) =>
      jobs().withIndex("by_end_and_lease", (q) =>
        q.eq("endedAtMs", undefined).eq("leaseUntilMs", undefined).eq("priority", priority),
      ),
    above: (priority) =>
      jobs().withIndex("by_end_and_lease", (q) =>
        q.eq("endedAtMs", undefined).eq("leaseUntilMs", undefined).gt("priority", priority),
      ),
  };
}

function waitingOfKind({ db }: QueryCtx, projectId: Id<"projects"> | undefined, kind: JobKind): ByPriority {
  const jobs = () => db.query("jobs");
  if (projectId === undefined) {
    return {
      at: (priority) =>
        jobs().withIndex("by_kind", (q) => q.eq("status", "queued").eq("kind", kind).eq("priority", priority)),
      above: (priority) =>
        jobs().withIndex("by_kind", (q) => q.eq("status", "queued").eq("kind", kind).gt("priority", priority)),
    };
  }
  return {
    at: (priority) =>
      jobs().withIndex("by_project_and_kind", (q) =>
        q.eq("projectId", projectId).eq("status", "queued").eq("kind", kind).eq("priority", priority),
      ),
    above: (priority) =>
      jobs().withIndex("by_project_and_kind", (q) =>
        q.eq("projectId", projectId).eq("status", "queued").eq("kind", kind).gt("priority", priority),
      ),
  };
}
