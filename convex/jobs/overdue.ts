// Overdue jobs were not begun or ended in time, or they are done and their subject has not ended since.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { batchBudget, takeWithin } from "../lib/batchBudget";
import { projectDeletedAtMs, pauseJob } from "./pausing";
import { settleWithinMs } from "./bounds";
import { endLateJob } from "./endings";
import { hasOpenJobs } from "./model";
import { failWork, hasActiveRun, isSettled } from "./endSubject";
import { subjectOf } from "./work";

type Job = Doc<"jobs">;

const jobsPerSweep = 500;

/** Schedules the end of each overdue job in a transaction of its own, because an end changes many rows. */
export async function endOverdueJobs(ctx: MutationCtx): Promise<void> {
  const overdue = ctx.db
    .query("jobs")
    // A job without `boundAtMs` is sorted before all times. The lower bound leaves it out.
    .withIndex("by_bound", (q) => q.gt("boundAtMs", 0).lte("boundAtMs", Date.now()));
  for (const { _id } of await takeWithin(batchBudget(jobsPerSweep, 1), overdue))
    await ctx.scheduler.runAfter(0, internal.jobs.scheduled.endIfOverdue, { jobId: _id });
}

/** Ends the job if it is still overdue; it may have changed since this was scheduled. */
export async function endJobIfOverdue(ctx: MutationCtx, job: Job): Promise<void> {
  if (job.boundAtMs === undefined || job.boundAtMs > Date.now()) return;
  const deletedMs = await projectDeletedAtMs(ctx, job.projectId);
  if (deletedMs !== null) return await pauseJob(ctx, job, deletedMs);
  if (job.status === "done") await recheckSubject(ctx, job);
  else await endLateJob(ctx, job);
}

/** Looks at the subject of a job that is done: it fails unless it is over, or has an open job or an active run. */
async function recheckSubject(ctx: MutationCtx, { _id, work }: Job): Promise<void> {
  const goesOn = await hasActiveRun(ctx, work);
  await ctx.db.patch("jobs", _id, { boundAtMs: goesOn ? Date.now() + settleWithinMs : undefined });
  if (goesOn || (await hasOpenJobs(ctx, subjectOf(work))) || (await isSettled(ctx, work))) return;
  await failWork(ctx, work, {
    reason: "timed_out",
    error: "Its job was completed long ago, but it has not ended since.",
  });
}
