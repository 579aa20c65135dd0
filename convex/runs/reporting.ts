import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Actor } from "../callers/actor";
import { takeSnapshot } from "../jobInputs/takeSnapshot";
import { apiError } from "../lib/errors";
import { registerActive, followStatus } from "../queue/arrival";
import { stopIfReached } from "./budgetPause";
import { changeRunStatus } from "./statusChange";
import { requireProven } from "./gates";
import type { RunStatus } from "./schema";
import { isReady } from "./status";
import type { Circumstances } from "./transitions";

type Run = Doc<"runs">;

/**
 * Sets the status that a runner reports. It may be any, so a run that is over may become ready for a runner again.
 * Throws VALIDATION for a run that would be completed although one of its gates has not passed, and CONFLICT for one
 * that somebody has accepted: its runner may not know of that yet.
 */
export async function reportStatus(
  ctx: MutationCtx,
  run: Run,
  status: RunStatus,
  report: Pick<Circumstances, "completedAtMs" | "error" | "reason"> & { by: Actor },
): Promise<Run> {
  if (run.acceptedBy !== undefined && status !== run.status) {
    throw apiError("CONFLICT", `The run has been accepted, so it stays ${run.status} until it is restarted.`);
  }
  if (status === "completed" && run.status !== "completed") requireProven(run);
  const isStopped = status === "cancelled" && run.stopAfterCurrentTurn;
  const why = isStopped ? { reason: "stopped" as const } : {};
  const moved = await changeRunStatus(ctx, run, status, { ...why, ...report, isReported: true });
  const after = isReady(status) && !isReady(run.status) ? await takeSnapshot(ctx, moved) : moved;
  const placed = !isReady(run.status) && isReady(status) ? await takeSlotAgain(ctx, after) : after;
  return begins(run, placed) ? await stopIfReached(ctx, placed) : placed;
}

/** Whether the run may begin to spend in a reached budget. Of those that wait only one with a place may be in one. */
function begins(before: Run, after: Run): boolean {
  if (after.status !== "running") return false;
  return before.status === "paused" || (before.status === "pending" && after.isPlaced === true);
}

/** The end of the run has given its room to others. */
async function takeSlotAgain(ctx: MutationCtx, run: Run): Promise<Run> {
  const project = await ctx.db.get("projects", run.projectId);
  if (project === null) return run;
  const expected = await registerActive(ctx, project, run);
  if (expected.isPlaced === true) await followStatus(ctx, expected, false);
  return expected;
}
