// Undoes jobs/pausing.ts when a deleted project is restored. Times that people have set stay as they were, so work that
// was due meanwhile counts as missed, like after a downtime: a scheduled run starts now, and a recurring task fires
// once and then continues. Limits on how long something may take get back the time that was left.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { announceFrom } from "../lib/announceJob";
import { workWithinBudget } from "../lib/transactionBudget";
import { scheduleWakeUp } from "../recurringTasks/wakeUps";
import { scheduleRelease } from "../runs/schedule";
import { neverMs } from "../lib/jobAvailability";
import type { PausedWork } from "./schema";
import { isRunWork } from "../lib/runWork";

/** Resumes as many rows as this transaction has room for. Returns whether there may be more. */
export async function resumeWork(ctx: MutationCtx, projectId: Id<"projects">): Promise<boolean> {
  const project = await ctx.db.get("projects", projectId);
  // The project may have been deleted again meanwhile. Then the rows wait for the next restoration.
  if (project === null || project.deletingAtMs !== undefined) return false;
  const paused = ctx.db.query("pausedWork").withIndex("by_project", (q) => q.eq("projectId", projectId));
  const progress = await workWithinBudget(ctx, paused, async ({ _id, work, pausedAtMs }) => {
    await resumeRow(ctx, work, pausedAtMs);
    await ctx.db.delete("pausedWork", _id);
  });
  return progress === "more";
}

/** A row that was deleted or has changed meanwhile stays unchanged. */
async function resumeRow(ctx: MutationCtx, work: PausedWork, pausedAtMs: number): Promise<void> {
  switch (work.kind) {
    case "job": {
      const job = await ctx.db.get("jobs", work.jobId);
      if (job !== null) await resumeJob(ctx, job, work, pausedAtMs);
      return;
    }
    case "recurringTask": {
      const task = await ctx.db.get("recurringTasks", work.taskId);
      if (task === null || task.nextRunAtMs !== neverMs) return;
      await scheduleWakeUp(ctx, work.nextRunAtMs);
      return await ctx.db.patch("recurringTasks", task._id, { nextRunAtMs: work.nextRunAtMs });
    }
    case "runSchedule": {
      const run = await ctx.db.get("runs", work.runId);
      if (run === null || run.scheduledForMs !== neverMs) return;
      await ctx.db.patch("runs", run._id, { scheduledForMs: work.scheduledForMs });
      return await scheduleRelease(ctx, run._id, work.scheduledForMs);
    }
    case "runBound": {
      const run = await ctx.db.get("runs", work.runId);
      if (run === null || run.boundAtMs !== undefined) return;
      return await ctx.db.patch("runs", run._id, { boundAtMs: remainingUntilMs(work.boundAtMs, pausedAtMs) });
    }
  }
}

async function resumeJob(
  ctx: MutationCtx,
  job: Doc<"jobs">,
  { availableAtMs, boundAtMs }: Extract<PausedWork, { kind: "job" }>,
  pausedAtMs: number,
): Promise<void> {
  // A job that a limit has let go or holds meanwhile has another time.
  if (job.status === "queued" && job.availableAtMs === neverMs) {
    await ctx.db.patch("jobs", job._id, { availableAtMs });
    await announceFrom(ctx, job._id, availableAtMs);
  }
  if (boundAtMs === undefined || (job.status !== "queued" && job.status !== "done")) return;
  await ctx.db.patch("jobs", job._id, {
    boundAtMs: isSetByPeople(job) ? boundAtMs : remainingUntilMs(boundAtMs, pausedAtMs),
  });
}

/** Restores the time by which a runner must have begun the run. */
function isSetByPeople({ work, attempts, status }: Doc<"jobs">): boolean {
  return isRunWork(work) && attempts === 0 && status === "queued";
}

function remainingUntilMs(boundAtMs: number, pausedAtMs: number): number {
  return Date.now() + Math.max(0, boundAtMs - pausedAtMs);
}
