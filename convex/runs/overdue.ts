// The clock ends a run that is past its bound, and the work that an ended run left open.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { cancelJobsOf } from "../jobs/cancellation";
import { batchBudget, takeWithin } from "../lib/batchBudget";
import { isoTime } from "../lib/times";
import { projectDeletedAtMs, pauseBound } from "../jobs/pausing";
import { cancelStepsOfRun } from "../runSteps/model";
import { isFinal } from "./status";
import { changeRunStatus } from "./statusChange";

type Run = Doc<"runs">;

const runsPerSweep = 500;

/** Ends each run in its own transaction, because an end changes many rows. */
export async function endOverdueRuns(ctx: MutationCtx): Promise<void> {
  const overdue = ctx.db
    .query("runs")
    // Runs without a bound come before all times.
    .withIndex("by_bound", (q) => q.gt("boundAtMs", 0).lte("boundAtMs", Date.now()));
  for (const { _id } of await takeWithin(batchBudget(runsPerSweep, 1), overdue))
    await ctx.scheduler.runAfter(0, internal.runs.scheduled.endIfOverdue, { runId: _id });
}

/** A run whose status has changed meanwhile stays unchanged. */
export async function endRunIfOverdue(ctx: MutationCtx, run: Run): Promise<void> {
  const { boundAtMs, stopByMs, status } = run;
  const nowMs = Date.now();
  if (boundAtMs === undefined || boundAtMs > nowMs) return;
  const deletedMs = await projectDeletedAtMs(ctx, run.projectId);
  if (deletedMs !== null) return await pauseBound(ctx, run, deletedMs);
  if (isFinal(status)) await stopRemainingWork(ctx, run);
  // Somebody asked the run to stop, so its end must alarm nobody; and nobody knows whether its work was done.
  else if (stopByMs !== undefined && stopByMs <= nowMs)
    await changeRunStatus(ctx, run, "cancelled", { reason: "stopped" });
  else await changeRunStatus(ctx, run, "failed", { reason: "timed_out", error: timeoutError(run, boundAtMs) });
}

/** A completed run may have left work open, and work may be reported after any end. Sandboxes have their own bounds. */
async function stopRemainingWork(ctx: MutationCtx, run: Run): Promise<void> {
  await ctx.db.patch("runs", run._id, { boundAtMs: undefined });
  await cancelStepsOfRun(ctx, run);
  await cancelJobsOf(ctx, run._id);
}

function timeoutError({ status }: Run, boundAtMs: number): string {
  return `The run was ${status} for longer than its limit, which ended at ${isoTime(boundAtMs)}.`;
}
