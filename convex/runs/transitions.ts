// Only this file changes the status of a run, in its row and log. What must follow elsewhere from the end of a run is
// returned as data, and statusChange.ts does it: so call `changeRunStatus` there.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { systemActor } from "../callers/actor";
import type { Actor } from "../callers/actor";
import { addCounts } from "../counters/shards";
import { dropSnapshot } from "../jobInputs/snapshot";
import { omitNullish } from "../lib/omitNullish";
import { patchAndReturn } from "../lib/patchAndReturn";
import { followStatus } from "../queue/arrival";
import { appendEvent } from "../runEvents/model";
import { boundAfter } from "./bounds";
import { recordFirstCompletion } from "./firstCompletion";
import { endOf } from "./end";
import type { RunEnd } from "./end";
import { proofStatusOf } from "./gates";
import { updateInboxAfterMove } from "./inbox";
import { updateLabels } from "./labels";
import { updateOutcomes } from "./outcomes";
import type { RunStatus } from "./schema";
import { activeDurationMs, isActive, isFinal, isReady } from "./status";

type Run = Doc<"runs">;

export interface Circumstances {
  /** Who changes the status. The system, unless somebody else does. */
  by?: Actor;
  /** The reason of a failure or cancellation, such as `runner_lost`. */
  reason?: string;
  /** The runner's own message. */
  error?: string;
  /** The time of the end. The present time, unless the runner reports another. */
  completedAtMs?: number;
  /** The run is one of many that end together, so its sandboxes, steps and jobs end in a later transaction. */
  childrenEndLater?: true;
  /** The runner reports the status. A pause that a person has asked for needs nobody's attention. */
  isReported?: true;
  /** Why somebody calls the run completed although not all of its gates have passed. */
  acceptedReason?: string;
  /** A job is created for the run. The job bounds the run until it is running. */
  waitsForJob?: true;
}

interface Moved {
  run: Run;
  /** What must follow when the run has ended. Null when it has not. */
  end: RunEnd | null;
}

/** A run that already has the status stays unchanged. */
export async function moveRun(
  ctx: MutationCtx,
  run: Run,
  status: RunStatus,
  circumstances: Circumstances = {},
): Promise<Moved> {
  if (run.status === status) return { run, end: null };
  const nowMs = Date.now();
  const moved = await patchAndReturn(ctx, "runs", run, {
    status,
    statusBy: circumstances.by ?? systemActor,
    ...activityAfter(run, status, nowMs),
    ...endAfter(run, status, circumstances, nowMs),
    ...boundsAfter(run, status, circumstances, nowMs),
    ...proofAfter(run, status, circumstances),
    deferral: undefined,
    retry: undefined,
    hold: undefined,
    budgetIds: undefined,
    ...(leavesQueue(status) ? { isPlaced: undefined } : {}),
  });
  if (isReady(run.status) && !isReady(status)) await dropSnapshot(ctx, run._id);
  await updateLabels(ctx, run, { status });
  await recordMove(ctx, run, moved, circumstances);
  const counted = await updateOutcomes(ctx, run, moved);
  if (run.isPlaced === true && !keepsRoom(status, circumstances)) await followStatus(ctx, counted, leavesQueue(status));
  await recordFirstCompletion(ctx, run, status);
  await updateInboxAfterMove(ctx, run, counted, whoMoves(circumstances));
  const when = circumstances.childrenEndLater === true ? "later" : "now";
  return { run: counted, end: isFinal(status) ? endOf(run, counted, when) : null };
}

/** A run that is scheduled comes to its limits again when it is released. */
function leavesQueue(status: RunStatus): boolean {
  return isFinal(status) || status === "scheduled";
}

/** A runner that reports a run as pending still holds its job. */
function keepsRoom(status: RunStatus, { isReported }: Circumstances): boolean {
  return isReported === true && status === "pending";
}

function whoMoves({ isReported, reason }: Circumstances): "runner" | "budget" | "person" {
  if (isReported === true) return "runner";
  return reason === "budget" ? "budget" : "person";
}

function activityAfter(run: Run, status: RunStatus, nowMs: number) {
  if (status !== "running") return { activeDurationMs: activeDurationMs(run, nowMs), activeSinceMs: undefined };
  return { startedAtMs: run.startedAtMs ?? nowMs, activeSinceMs: nowMs };
}

function endAfter(run: Run, status: RunStatus, { reason, error, completedAtMs }: Circumstances, nowMs: number) {
  if (!isFinal(status)) {
    return { completedAtMs: undefined, durationMs: undefined, failureReason: undefined, error: undefined };
  }
  const endedAtMs = completedAtMs ?? nowMs;
  return {
    completedAtMs: endedAtMs,
    openQuestions: undefined,
    // A run that never started took no time.
    durationMs: Math.max(0, endedAtMs - (run.startedAtMs ?? endedAtMs)),
    activeStepId: undefined,
    activeSandboxId: undefined,
    stopByMs: undefined,
    failureReason: status === "completed" ? undefined : (reason ?? status),
    error,
  };
}

function proofAfter(run: Run, status: RunStatus, { by = systemActor, acceptedReason }: Circumstances) {
  if (run.gates === undefined) return {};
  const acceptedBy = acceptedReason === undefined ? undefined : by;
  return { acceptedBy, acceptedReason, proofStatus: proofStatusOf({ ...run, status, acceptedBy }) };
}

/** The first change of status clears `startBy`, except when a scheduled run becomes pending. */
function boundsAfter(run: Run, status: RunStatus, { waitsForJob }: Circumstances, nowMs: number) {
  if (waitsForJob === true) return { boundAtMs: run.stopByMs };
  return { boundAtMs: boundAfter(run, status, nowMs), startByMs: undefined };
}

async function recordMove(
  ctx: MutationCtx,
  before: Run,
  after: Run,
  { by, reason, error }: Circumstances,
): Promise<void> {
  const { projectId, status, attempt } = after;
  const counts = { activeRuns: Number(isActive(status)) - Number(isActive(before.status)) };
  const today = {
    runsCompleted: Number(status === "completed"),
    runsFailed: Number(status === "failed"),
    activeMs: after.activeDurationMs - before.activeDurationMs,
  };
  await addCounts(ctx, projectId, { counts, today });
  const why = omitNullish({ reason, error });
  const actor = by ?? systemActor;
  await appendEvent(ctx, after, { type: "run.status", status, from: before.status, attempt, actor, ...why });
}
