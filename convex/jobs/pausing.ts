// What happens by the clock stands still in a deleted project until it is restored. Whoever acts by the clock asks
// `deletedSince` about the project of a row that is due, and pauses that row instead: its time moves to where no clock
// comes, and a row of `pausedWork` keeps what it was. project/resuming.ts is the way back.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { given } from "../lib/given";
import { withoutHolder } from "./calling";
import { jobMoves } from "./status";
import { nextState } from "../lib/states";

type PausedWork = Doc<"pausedWork">["work"];

/** A time that does not come. */
export const neverMs = Number.MAX_SAFE_INTEGER;

const jobsPerBatch = 100;
/** A quarter of what a transaction may read: those that are done keep results, and a job is read again where it changes. */
const bytesPerBatch = 4 * 1024 * 1024;

/** Null for a project that is there, and for one of which nothing is left. */
export async function deletedSince(ctx: QueryCtx, projectId: Id<"projects">): Promise<number | null> {
  const project = await ctx.db.get("projects", projectId);
  return project?.deletingAtMs ?? null;
}

/**
 * Nobody can claim the job. Who holds it has lost it at once, and is told so with the next call; that they had it does
 * not count against the job.
 */
export async function pauseJob(ctx: MutationCtx, job: Doc<"jobs">, pausedAtMs: number): Promise<void> {
  const { _id: jobId, status, availableAtMs, boundAtMs } = job;
  await note(ctx, job.projectId, pausedAtMs, { kind: "job", jobId, availableAtMs, ...given({ boundAtMs }) });
  await ctx.db.patch("jobs", jobId, {
    boundAtMs: undefined,
    ...(status === "queued" ? { availableAtMs: neverMs } : {}),
    ...(status === "claimed" ? { ...withoutClaim(job), availableAtMs: neverMs } : {}),
  });
}

function withoutClaim(job: Doc<"jobs">) {
  const status = nextState("job", jobMoves, "putBack", job.status);
  return { status, ...withoutHolder(job), runnerId: undefined, leaseMs: undefined, leaseUntilMs: undefined };
}

/** One batch of the jobs that wait or are being done. Where to go on; null when these were the last. */
export async function pauseJobs(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  cursor: string | null,
): Promise<string | null> {
  const pausedAtMs = await deletedSince(ctx, projectId);
  if (pausedAtMs === null) return null;
  const jobs = await ctx.db
    .query("jobs")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .paginate({ cursor, numItems: jobsPerBatch, maximumBytesRead: bytesPerBatch });
  for (const job of jobs.page) if (isToBePaused(job)) await pauseJob(ctx, job, pausedAtMs);
  return jobs.isDone ? null : jobs.continueCursor;
}

/** A job that is called off ends within a minute, deleted or not. */
function isToBePaused({ status, availableAtMs, cancelRequested }: Doc<"jobs">): boolean {
  return status === "queued" ? availableAtMs !== neverMs : status === "claimed" && !cancelRequested;
}

export async function pauseTask(ctx: MutationCtx, task: Doc<"recurringTasks">, pausedAtMs: number): Promise<void> {
  const { _id: taskId, projectId, nextRunAtMs } = task;
  if (nextRunAtMs === undefined) return;
  await note(ctx, projectId, pausedAtMs, { kind: "recurringTask", taskId, nextRunAtMs });
  await ctx.db.patch("recurringTasks", taskId, { nextRunAtMs: neverMs });
}

/** Of a scheduled run. */
export async function pauseSchedule(ctx: MutationCtx, run: Doc<"runs">, pausedAtMs: number): Promise<void> {
  const { _id: runId, projectId, scheduledForMs = 0 } = run;
  await note(ctx, projectId, pausedAtMs, { kind: "runSchedule", runId, scheduledForMs });
  await ctx.db.patch("runs", runId, { scheduledForMs: neverMs });
}

export async function pauseBound(ctx: MutationCtx, run: Doc<"runs">, pausedAtMs: number): Promise<void> {
  const { _id: runId, projectId, boundAtMs } = run;
  if (boundAtMs === undefined) return;
  await note(ctx, projectId, pausedAtMs, { kind: "runBound", runId, boundAtMs });
  await ctx.db.patch("runs", runId, { boundAtMs: undefined });
}

async function note(ctx: MutationCtx, projectId: Id<"projects">, pausedAtMs: number, work: PausedWork): Promise<void> {
  await ctx.db.insert("pausedWork", { projectId, pausedAtMs, work });
}
