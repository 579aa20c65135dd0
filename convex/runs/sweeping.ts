// Ends that nobody has reported: a run that is past its bound ends by the clock, and what is left of one that has ended
// goes after it.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { cancelJobsOf } from "../jobs/calling";
import { roomFor, takeInto } from "../lib/room";
import { isoTime } from "../lib/times";
import { deletedSince, pauseBound } from "../jobs/pausing";
import { cancelStepsOfRun } from "../runSteps/model";
import { isFinal } from "./status";
import { moveRun } from "./transitions";

type Run = Doc<"runs">;

const runsPerSweep = 500;

/** Each in a transaction of its own, as an end changes much. */
export async function endOverdueRuns(ctx: MutationCtx): Promise<void> {
  const overdue = ctx.db
    .query("runs")
    // Runs without a bound come before all times.
    .withIndex("by_bound", (q) => q.gt("boundAtMs", 0).lte("boundAtMs", Date.now()));
  for (const { _id } of await takeInto(roomFor(runsPerSweep, 1), overdue))
    await ctx.scheduler.runAfter(0, internal.runs.jobs.endIfOverdue, { runId: _id });
}

/** Nothing happens to a run that has moved meanwhile. */
export async function endRunIfOverdue(ctx: MutationCtx, run: Run): Promise<void> {
  const { boundAtMs, stopByMs, status } = run;
  const nowMs = Date.now();
  if (boundAtMs === undefined || boundAtMs > nowMs) return;
  const deletedMs = await deletedSince(ctx, run.projectId);
  if (deletedMs !== null) return await pauseBound(ctx, run, deletedMs);
  if (isFinal(status)) await settle(ctx, run);
  // It was asked to stop, and has: nobody is to be alarmed, nor does anybody know that the work is done.
  else if (stopByMs !== undefined && stopByMs <= nowMs) await moveRun(ctx, run, "cancelled", { reason: "stopped" });
  else await moveRun(ctx, run, "failed", { reason: "timed_out", error: timeoutError(run, boundAtMs) });
}

/** What a completed run has left open, and what was reported late of any other. Its sandboxes have bounds of their own. */
async function settle(ctx: MutationCtx, run: Run): Promise<void> {
  await ctx.db.patch("runs", run._id, { boundAtMs: undefined });
  await cancelStepsOfRun(ctx, run);
  await cancelJobsOf(ctx, run._id);
}

function timeoutError({ status }: Run, boundAtMs: number): string {
  return `The run was ${status} for longer than it may be, until ${isoTime(boundAtMs)}.`;
}
