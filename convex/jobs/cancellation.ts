// Calls off jobs when their subject (such as a run or a sandbox) has ended or starts again. A subject may have more
// jobs than one transaction can change: then further transactions do the rest.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { literals } from "../lib/literals";
import { workWithinBudget } from "../lib/transactionBudget";
import { nextState } from "../lib/states";
import { cancelGraceMs } from "./bounds";
import { jobMoves } from "./status";
import type { JobKind } from "./work";

type Job = Doc<"jobs">;

/**
 * `cancel`: waiting jobs are cancelled. A runner that holds a job learns of it with its next heartbeat and keeps the
 * job for at most one more minute, because heartbeats no longer prolong the lease.
 *
 * `revoke`: the same, but at once: the runner that holds a job has lost it and can write nothing more for it.
 *
 * `unclaimed`: only what nobody has begun. The runner that has completed the work still holds its job.
 *
 * `requests`: like `cancel`, but only for what people have asked of a sandbox.
 *
 * `messages`: the same, but only for messages to the agent. A dev server outlives the agent.
 */
export const cancellationModes = ["cancel", "revoke", "unclaimed", "requests", "messages"] as const;
export const cancellationMode = literals(cancellationModes);
type CancellationMode = (typeof cancellationModes)[number];

export async function cancelJobsOf(ctx: MutationCtx, subjectId: string): Promise<void> {
  await cancelJobs(ctx, { subjectId, how: "cancel" });
}

/** Call when the subject is complete: what waits for a runner has nothing left to do. */
export async function cancelUnclaimedJobsOf(ctx: MutationCtx, subjectId: string): Promise<void> {
  await cancelJobs(ctx, { subjectId, how: "unclaimed" });
}

export async function revokeJobsOf(ctx: MutationCtx, subjectId: string): Promise<void> {
  await cancelJobs(ctx, { subjectId, how: "revoke" });
}

/** Cancels the jobs of a sandbox that ends, except those that extract its learnings. */
export async function cancelRequestsOf(ctx: MutationCtx, subjectId: string): Promise<void> {
  await cancelJobs(ctx, { subjectId, how: "requests" });
}

/** Cancels the jobs that hand messages to the agent of a sandbox, because the agent has ended. */
export async function cancelMessagesOf(ctx: MutationCtx, subjectId: string): Promise<void> {
  await cancelJobs(ctx, { subjectId, how: "messages" });
}

interface Cancellation {
  subjectId: string;
  how: CancellationMode;
  /** The creation time of the newest job to call off. A later step must not touch newer jobs of the subject. */
  madeUntil?: number;
}

/** Calls off as many jobs as this transaction has room for and schedules the rest. */
export async function cancelJobs(ctx: MutationCtx, { subjectId, how, madeUntil }: Cancellation): Promise<void> {
  for (const status of how === "unclaimed" ? (["queued"] as const) : (["queued", "claimed"] as const)) {
    const jobs = openJobs(ctx, subjectId, status, madeUntil);
    const progress = await workWithinBudget(ctx, jobs, (job) => cancelJob(ctx, job, how));
    if (progress === "done") continue;
    const rest = { subjectId, how, madeUntil: madeUntil ?? (await newestOpenMs(ctx, subjectId)) };
    return void (await ctx.scheduler.runAfter(0, internal.jobs.scheduled.cancelRest, rest));
  }
}

async function cancelJob(ctx: MutationCtx, job: Job, how: CancellationMode): Promise<void> {
  if (!appliesTo(how, job.work.kind)) return;
  if (job.status === "queued") return await ctx.db.patch("jobs", job._id, cancelledFields(job));
  if (how === "revoke") return await ctx.db.patch("jobs", job._id, { ...cancelledFields(job), ...raisedFence(job) });
  const leaseUntilMs = Math.min(job.leaseUntilMs ?? Infinity, Date.now() + cancelGraceMs);
  await ctx.db.patch("jobs", job._id, { cancelRequested: true, leaseUntilMs });
}

function appliesTo(how: CancellationMode, kind: JobKind): boolean {
  switch (how) {
    case "cancel":
    case "revoke":
    case "unclaimed":
      return true;
    case "requests":
      return kind !== "learning.extract";
    case "messages":
      return kind === "sandbox.message";
  }
}

function cancelledFields(job: Job) {
  const status = nextState("job", jobMoves, "cancel", job.status);
  return { status, endedAtMs: Date.now(), boundAtMs: undefined };
}

/** Raises the fence as if another runner had claimed the job, so that the calls of the last runner are refused. */
export function raisedFence({ fence }: Job): { fence: number } {
  return { fence: fence + 1 };
}

async function newestOpenMs(ctx: QueryCtx, subjectId: string): Promise<number> {
  const newest = await Promise.all(
    (["queued", "claimed"] as const).map((status) => openJobs(ctx, subjectId, status).order("desc").first()),
  );
  return Math.max(...newest.map((job) => job?._creationTime ?? 0));
}

function openJobs(ctx: QueryCtx, subjectId: string, status: "queued" | "claimed", madeUntil = Number.MAX_SAFE_INTEGER) {
  return ctx.db
    .query("jobs")
    .withIndex("by_subject", (q) => q.eq("subjectId", subjectId).eq("status", status).lte("_creationTime", madeUntil));
}
