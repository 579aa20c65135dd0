// The calls that change the status of a run. Each throws CONFLICT when the present status does not allow it.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { systemActor } from "../callers/actor";
import type { Actor } from "../callers/actor";
import { takeSnapshot } from "../jobInputs/takeSnapshot";
import { endFollowing } from "../jobs/looks";
import { revokeJobsOf } from "../jobs/cancellation";
import { apiError } from "../lib/errors";
import { patchAndReturn } from "../lib/patchAndReturn";
import { getOrThrow } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { nextState } from "../lib/states";
import { appendEvent } from "../runEvents/model";
import { reuseSteps } from "../runSteps/reuseSteps";
import { stopBy } from "./bounds";
import { reachedBudgetOf } from "./budgetPause";
import { endDeferral } from "./deferral";
import { considerFollowUp } from "./followUp";
import { updatePullRequestInInbox } from "./inbox";
import { updateOutcomes } from "./outcomes";
import type { RunStatus } from "./schema";
import { enqueueRun } from "./queueing";
import { searchTextOfRun } from "./search";
import { isFinal, runMoves } from "./status";
import { changeRunStatus, stopChildren } from "./statusChange";
import type { Circumstances } from "./transitions";

type Run = Doc<"runs">;

export async function pauseRun(ctx: MutationCtx, run: Run, by: Actor): Promise<Run> {
  return await changeRunStatus(ctx, run, nextState("run", runMoves, "pause", run.status), { by });
}

/** Resumes a paused run. A run whose job was deferred may be claimed at once. */
export async function resumeRun(ctx: MutationCtx, run: Run, by: Actor): Promise<Run> {
  requireNoBudget(run);
  const released = await endDeferral(ctx, run, by);
  if (released !== null) return released;
  await requireMoney(ctx, run);
  return await changeRunStatus(ctx, run, nextState("run", runMoves, "resume", run.status), { by });
}

function requireNoBudget({ budgetIds: [budgetId] = [] }: Run): void {
  if (budgetId === undefined) return;
  const budget = publicId("budgets", budgetId);
  throw apiError("CONFLICT", `The budget ${budget} is reached and has paused the run. Raise its limit to resume it.`);
}

/** A run that somebody has paused spends nothing either while a budget of it is reached. */
async function requireMoney(ctx: MutationCtx, run: Run): Promise<void> {
  const budgetId = await reachedBudgetOf(ctx, run);
  if (budgetId === null) return;
  const budget = publicId("budgets", budgetId);
  throw apiError("CONFLICT", `The budget ${budget} is reached. Raise its limit, and then resume the run.`);
}

export async function cancelRun(
  ctx: MutationCtx,
  run: Run,
  circumstances: Pick<Circumstances, "childrenEndLater" | "reason"> & { by: Actor },
): Promise<Run> {
  return await changeRunStatus(ctx, run, nextState("run", runMoves, "cancel", run.status), circumstances);
}

/** What a run shows of its work before an attempt or a round has begun. */
export const presentWorkOfNone = {
  fromStep: undefined,
  stopAfterCurrentTurn: false,
  currentIteration: 0,
  // The time limit of the run holds for each attempt and each round.
  activeDurationMs: 0,
  startedAtMs: undefined,
  scheduledForMs: undefined,
  currentStepLabel: undefined,
  currentStepProgress: undefined,
  lastProgressAtMs: undefined,
  explorerSandboxId: undefined,
} as const;

export interface NewAttempt {
  by: Actor;
  /** The step with which to begin. The results of the steps before it are kept. */
  fromStep?: number | null | undefined;
  prompt?: string | null | undefined;
}

/**
 * The steps and the log so far stay readable. The runner of an earlier attempt loses its rights over the run. Throws
 * VALIDATION when the run cannot begin with `fromStep`.
 */
export async function restartRun(ctx: MutationCtx, run: Run, wanted: NewAttempt): Promise<Run> {
  const fromStep = wanted.fromStep ?? 0;
  const prompt = wanted.prompt ?? run.prompt;
  const status = nextState("run", runMoves, "restart", run.status);
  await stopChildren(ctx, run);
  await revokeJobsOf(ctx, run._id);
  const next = await patchAndReturn(ctx, "runs", run, {
    attempt: run.attempt + 1,
    prompt,
    searchText: searchTextOfRun({ ...run, prompt }),
    ...presentWorkOfNone,
    fromStep: fromStep === 0 ? undefined : fromStep,
    round: undefined,
    automaticRounds: undefined,
    resultBranch: undefined,
    resultRepository: undefined,
    prUrl: undefined,
    prStatus: undefined,
    prNumber: undefined,
    ciChecks: undefined,
    request: undefined,
  });
  await endFollowing(ctx, run._id);
  const again = await updateOutcomes(ctx, run, next);
  await updatePullRequestInInbox(ctx, run, again);
  await considerFollowUp(ctx, again, "change");
  const queued = await queueRun(ctx, again, status, wanted.by);
  await reuseSteps(ctx, queued, fromStep);
  // The steps that were kept may have shown what their gates ask for.
  return fromStep === 0 || queued.gates === undefined ? queued : await getOrThrow(ctx, "runs", run._id);
}

/** Makes a scheduled run pending when its time has come. */
export async function releaseRun(ctx: MutationCtx, run: Run): Promise<Run> {
  return await queueRun(ctx, run, nextState("run", runMoves, "release", run.status), systemActor);
}

export async function queueRun(ctx: MutationCtx, run: Run, status: RunStatus, by: Actor): Promise<Run> {
  const moved = await changeRunStatus(ctx, run, status, { waitsForJob: true, by });
  const queued = await takeSnapshot(ctx, moved);
  const project = await ctx.db.get("projects", run.projectId);
  return project === null ? queued : await enqueueRun(ctx, project, queued);
}

/** The runner ends the run after the active turn. The clock ends it when the turn takes longer than it may. */
export async function requestGracefulStop(ctx: MutationCtx, run: Run, by: Actor): Promise<Run> {
  nextState("run", runMoves, "requestGracefulStop", run.status);
  return await setStopFlag(ctx, run, by);
}

export async function setStopFlag(ctx: MutationCtx, run: Run, by: Actor): Promise<Run> {
  if (run.stopAfterCurrentTurn) return run;
  const stopByMs = stopBy(run, Date.now());
  const bound = isFinal(run.status) ? {} : { stopByMs, boundAtMs: Math.min(run.boundAtMs ?? Infinity, stopByMs) };
  const after = await patchAndReturn(ctx, "runs", run, { stopAfterCurrentTurn: true, ...bound });
  await appendEvent(ctx, run, { type: "stop.requested", actor: by });
  return after;
}

export async function renameRun(ctx: MutationCtx, run: Run, name: string, by: Actor): Promise<Run> {
  if (run.name === name) return run;
  const after = await patchAndReturn(ctx, "runs", run, { name, searchText: searchTextOfRun({ ...run, name }) });
  await appendEvent(ctx, run, { type: "run.renamed", name, actor: by });
  return after;
}
