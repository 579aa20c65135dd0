// A scheduled call makes each scheduled run pending. A sweep finds the runs that their call has missed.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { systemActor } from "../callers/actor";
import { dayMs } from "../lib/times";
import { workWithinBudget } from "../lib/transactionBudget";
import { pauseSchedule } from "../jobs/pausing";
import { givesWay } from "./conflicts";
import { cancelRun, releaseRun } from "./lifecycle";

/** Platforms limit how far ahead a call can be scheduled, so later times are reached in several steps. */
const maxWaitMs = 7 * dayMs;

export async function scheduleRelease(ctx: MutationCtx, runId: Id<"runs">, scheduledForMs: number): Promise<void> {
  const atMs = Math.min(scheduledForMs, Date.now() + maxWaitMs);
  await ctx.scheduler.runAt(atMs, internal.runs.scheduled.release, { runId });
}

/** A run that is no longer scheduled stays unchanged. */
export async function releaseIfDue(ctx: MutationCtx, run: Doc<"runs">): Promise<void> {
  if (run.status !== "scheduled") return;
  const { scheduledForMs = 0 } = run;
  if (scheduledForMs > Date.now()) await scheduleRelease(ctx, run._id, scheduledForMs);
  else await releaseOrPause(ctx, run);
}

async function releaseOrPause(ctx: MutationCtx, run: Doc<"runs">): Promise<void> {
  const project = await ctx.db.get("projects", run.projectId);
  if (project?.deletingAtMs !== undefined) return await pauseSchedule(ctx, run, project.deletingAtMs);
  // The run has its conflict key from now on.
  const isSkipped = project !== null && (await givesWay(ctx, project, run));
  if (isSkipped) await cancelRun(ctx, run, { by: systemActor, reason: "conflict" });
  else await releaseRun(ctx, run);
}

/** Releases as many runs as this transaction has room for. Returns whether there may be more. */
export async function releaseDue(ctx: MutationCtx): Promise<boolean> {
  const due = ctx.db
    .query("runs")
    .withIndex("by_schedule", (q) => q.eq("status", "scheduled").lte("scheduledForMs", Date.now()));
  return (await workWithinBudget(ctx, due, (run) => releaseOrPause(ctx, run), "large")) === "more";
}
