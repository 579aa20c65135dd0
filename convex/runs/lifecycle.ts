// The calls that change the status of a run. Each throws CONFLICT when the present status does not allow it.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { takeSnapshot } from "../jobInputs/takeSnapshot";
import { revokeJobsOf } from "../jobs/cancellation";
import { patchAndReturn } from "../lib/patchAndReturn";
import { nextState } from "../lib/states";
import { appendEvent } from "../runEvents/model";
import { reuseSteps } from "../runSteps/reuseSteps";
import { stopBy } from "./bounds";
import { endDeferral } from "./deferral";
import { updatePullRequestInInbox } from "./inbox";
import type { RunStatus } from "./schema";
import { enqueueRun } from "./queueing";
import { searchTextOfRun } from "./search";
import { isFinal, runMoves } from "./status";
import { changeRunStatus, stopChildren } from "./effects";
import type { Circumstances } from "./transitions";

type Run = Doc<"runs">;

export async function pauseRun(ctx: MutationCtx, run: Run): Promise<Run> {
  return await changeRunStatus(ctx, run, nextState("run", runMoves, "pause", run.status));
}

/** Resumes a paused run. A run whose job was deferred may be claimed at once. */
export async function resumeRun(ctx: MutationCtx, run: Run): Promise<Run> {
  const released = await endDeferral(ctx, run);
  if (released !== null) return released;
  return await changeRunStatus(ctx, run, nextState("run", runMoves, "resume", run.status));
}

export async function cancelRun(
  ctx: MutationCtx,
  run: Run,
  circumstances: Pick<Circumstances, "childrenEndLater"> = {},
): Promise<Run> {
  return await changeRunStatus(ctx, run, nextState("run", runMoves, "cancel", run.status), circumstances);
}

export interface NewAttempt {
  /** The step with which to begin. The results of the steps before it are kept. */
  fromStep?: number | null | undefined;
  prompt?: string | null | undefined;
}

/**
 * The steps and the log so far stay readable. The runner of an earlier attempt loses its rights over the run. Throws
 * VALIDATION when the run cannot begin with `fromStep`.
 */
export async function restartRun(ctx: MutationCtx, run: Run, wanted: NewAttempt = {}): Promise<Run> {
  const fromStep = wanted.fromStep ?? 0;
  const prompt = wanted.prompt ?? run.prompt;
  const status = nextState("run", runMoves, "restart", run.status);
  await stopChildren(ctx, run);
  await revokeJobsOf(ctx, run._id);
  const again = await patchAndReturn(ctx, "runs", run, {
    attempt: run.attempt + 1,
    prompt,
    searchText: searchTextOfRun({ ...run, prompt }),
    fromStep: fromStep === 0 ? undefined : fromStep,
    stopAfterCurrentTurn: false,
    currentIteration: 0,
    activeDurationMs: 0,
    startedAtMs: undefined,
    scheduledForMs: undefined,
    currentStepLabel: undefined,
    currentStepProgress: undefined,
    lastProgressAtMs: undefined,
    explorerSandboxId: undefined,
    prUrl: undefined,
    prStatus: undefined,
    prNumber: undefined,
    ciChecks: undefined,
  });
  await updatePullRequestInInbox(ctx, run, again);
  const queued = await queueRun(ctx, again, status);
  await reuseSteps(ctx, queued, fromStep);
  return queued;
}

/** Makes a scheduled run pending when its time has come. */
export async function releaseRun(ctx: MutationCtx, run: Run): Promise<Run> {
  return await queueRun(ctx, run, nextState("run", runMoves, "release", run.status));
}

async function queueRun(ctx: MutationCtx, run: Run, status: RunStatus): Promise<Run> {
  const queued = await changeRunStatus(ctx, run, status, { waitsForJob: true });
  await takeSnapshot(ctx, queued);
  await enqueueRun(ctx, queued);
  return queued;
}

/** The runner ends the run after the active turn. The clock ends it when the turn takes longer than it may. */
export async function requestGracefulStop(ctx: MutationCtx, run: Run): Promise<Run> {
  nextState("run", runMoves, "requestGracefulStop", run.status);
  return await setStopFlag(ctx, run);
}

export async function setStopFlag(ctx: MutationCtx, run: Run): Promise<Run> {
  if (run.stopAfterCurrentTurn) return run;
  const stopByMs = stopBy(run, Date.now());
  const bound = isFinal(run.status) ? {} : { stopByMs, boundAtMs: Math.min(run.boundAtMs ?? Infinity, stopByMs) };
  const after = await patchAndReturn(ctx, "runs", run, { stopAfterCurrentTurn: true, ...bound });
  await appendEvent(ctx, run, { type: "stop.requested" });
  return after;
}

export async function renameRun(ctx: MutationCtx, run: Run, name: string): Promise<Run> {
  if (run.name === name) return run;
  const after = await patchAndReturn(ctx, "runs", run, { name, searchText: searchTextOfRun({ ...run, name }) });
  await appendEvent(ctx, run, { type: "run.renamed", name });
  return after;
}
