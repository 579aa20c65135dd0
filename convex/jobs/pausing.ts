// In a deleted project nothing happens by the clock until the project is restored. Code that acts by the clock calls
// `projectDeletedAtMs` for the project of each due row. If the project is deleted, it pauses the row: the row's time is
// moved to one that never comes, and a row of `pausedWork` keeps the earlier time. project/resuming.ts undoes this.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { omitNullish } from "../lib/omitNullish";
import { neverMs } from "../lib/jobAvailability";
import { raisedFence } from "./cancellation";
import { jobMoves } from "./status";
import { nextState } from "../lib/states";

type PausedWork = Doc<"pausedWork">["work"];

const jobsPerBatch = 100;
/** A quarter of what a transaction may read: results can be large, and a job that changes is read again. */
const bytesPerBatch = 4 * 1024 * 1024;

/** The time at which the project was deleted. Null when it is not deleted, and when its row is gone already. */
export async function projectDeletedAtMs(ctx: QueryCtx, projectId: Id<"projects">): Promise<number | null> {
  const project = await ctx.db.get("projects", projectId);
  return project?.deletingAtMs ?? null;
}

/** A runner that holds the job has lost it at once and learns so with its next call. That attempt does not count. */
export async function pauseJob(ctx: MutationCtx, job: Doc<"jobs">, pausedAtMs: number): Promise<void> {
  const { _id: jobId, status, availableAtMs, boundAtMs } = job;
  await recordPaused(ctx, job.projectId, pausedAtMs, {
    kind: "job",
    jobId,
    availableAtMs,
    ...omitNullish({ boundAtMs }),
  });
  await ctx.db.patch("jobs", jobId, {
    boundAtMs: undefined,
    ...(status === "queued" ? { availableAtMs: neverMs } : {}),
    ...(status === "claimed" ? { ...withoutClaim(job), availableAtMs: neverMs } : {}),
  });
}

function withoutClaim(job: Doc<"jobs">) {
  const status = nextState("job", jobMoves, "requeue", job.status);
  return { status, ...raisedFence(job), runnerId: undefined, leaseMs: undefined, leaseUntilMs: undefined };
}

/** Pauses one batch of the open jobs. Returns the cursor of the next batch, or null when this was the last. */
export async function pauseJobs(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  cursor: string | null,
): Promise<string | null> {
  const pausedAtMs = await projectDeletedAtMs(ctx, projectId);
  if (pausedAtMs === null) return null;
  const jobs = await ctx.db
    .query("jobs")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .paginate({ cursor, numItems: jobsPerBatch, maximumBytesRead: bytesPerBatch });
  for (const job of jobs.page) if (isToBePaused(job)) await pauseJob(ctx, job, pausedAtMs);
  return jobs.isDone ? null : jobs.continueCursor;
}

/** A job that was called off is not paused: it ends within a minute anyway, even in a deleted project. */
function isToBePaused({ status, availableAtMs, cancelRequested }: Doc<"jobs">): boolean {
  return status === "queued" ? availableAtMs !== neverMs : status === "claimed" && !cancelRequested;
}

export async function pauseTask(ctx: MutationCtx, task: Doc<"recurringTasks">, pausedAtMs: number): Promise<void> {
  const { _id: taskId, projectId, nextRunAtMs } = task;
  if (nextRunAtMs === undefined) return;
  await recordPaused(ctx, projectId, pausedAtMs, { kind: "recurringTask", taskId, nextRunAtMs });
  await ctx.db.patch("recurringTasks", taskId, { nextRunAtMs: neverMs });
}

/** Pauses the start of a scheduled run. */
export async function pauseSchedule(ctx: MutationCtx, run: Doc<"runs">, pausedAtMs: number): Promise<void> {
  const { _id: runId, projectId, scheduledForMs = 0 } = run;
  await recordPaused(ctx, projectId, pausedAtMs, { kind: "runSchedule", runId, scheduledForMs });
  await ctx.db.patch("runs", runId, { scheduledForMs: neverMs });
}

export async function pauseBound(ctx: MutationCtx, run: Doc<"runs">, pausedAtMs: number): Promise<void> {
  const { _id: runId, projectId, boundAtMs } = run;
  if (boundAtMs === undefined) return;
  await recordPaused(ctx, projectId, pausedAtMs, { kind: "runBound", runId, boundAtMs });
  await ctx.db.patch("runs", runId, { boundAtMs: undefined });
}

async function recordPaused(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  pausedAtMs: number,
  work: PausedWork,
): Promise<void> {
  await ctx.db.insert("pausedWork", { projectId, pausedAtMs, work });
}
