// Jobs by the clock: those that nobody begins or ends, and those whose end has left something behind.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { roomFor, takeInto } from "../lib/room";
import { deletedSince, pauseJob } from "./pausing";
import { aftermathMs } from "./bounds";
import { giveUpLate } from "./endings";
import { hasOpenJobs } from "./model";
import { failWork, hasActiveRun, isSettled } from "./outcome";
import { subjectOf } from "./work";

type Job = Doc<"jobs">;

const jobsPerSweep = 500;

/** Each in a transaction of its own, as an end changes much. */
export async function endOverdueJobs(ctx: MutationCtx): Promise<void> {
  const overdue = ctx.db
    .query("jobs")
    // Jobs without a bound come before all times.
    .withIndex("by_bound", (q) => q.gt("boundAtMs", 0).lte("boundAtMs", Date.now()));
  for (const { _id } of await takeInto(roomFor(jobsPerSweep, 1), overdue))
    await ctx.scheduler.runAfter(0, internal.jobs.jobs.endIfOverdue, { jobId: _id });
}

/** Nothing happens to a job that has moved meanwhile. */
export async function endJobIfOverdue(ctx: MutationCtx, job: Job): Promise<void> {
  if (job.boundAtMs === undefined || job.boundAtMs > Date.now()) return;
  const deletedMs = await deletedSince(ctx, job.projectId);
  if (deletedMs !== null) return await pauseJob(ctx, job, deletedMs);
  if (job.status === "done") await lookBack(ctx, job);
  else await giveUpLate(ctx, job);
}

/** What it was for fails if nothing has come of it, unless another job is there for it, or a run of it goes on. */
async function lookBack(ctx: MutationCtx, { _id, work }: Job): Promise<void> {
  const goesOn = await hasActiveRun(ctx, work);
  await ctx.db.patch("jobs", _id, { boundAtMs: goesOn ? Date.now() + aftermathMs : undefined });
  if (goesOn || (await hasOpenJobs(ctx, subjectOf(work))) || (await isSettled(ctx, work))) return;
  await failWork(ctx, work, { reason: "timed_out", error: "Its job was done long ago, and it has not ended." });
}
