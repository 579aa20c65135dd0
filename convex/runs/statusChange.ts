// Changes the status of runs, and does what follows from the end of a run elsewhere.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { cancelJobsOf, cancelUnclaimedJobsOf } from "../jobs/cancellation";
import { lookSoon } from "../jobs/looks";
import { notifyMembers } from "../notifications/model";
import { taskRunEnded } from "./taskEnd";
import { cancelStepsOfRun } from "../runSteps/model";
import { killSandboxesOfRun } from "../sandboxes/ending";
import { hasAnythingToShow } from "../sandboxes/lists";
import { sprintRunEnded } from "../sprintChains/progress";
import { workRunEnded } from "../workChains/progress";
import type { RunEnd } from "./end";
import { markHandled } from "./feedback";
import { considerFollowUp } from "./followUp";
import { dismissOpen } from "./questions";
import type { RunStatus } from "./schema";
import { moveRun } from "./transitions";
import type { Circumstances } from "./transitions";

type Run = Doc<"runs">;

/** Returns the changed run. A run that already has the status stays unchanged. */
export async function changeRunStatus(
  ctx: MutationCtx,
  run: Run,
  status: RunStatus,
  circumstances: Circumstances = {},
): Promise<Run> {
  const moved = await moveRun(ctx, run, status, circumstances);
  if (moved.end !== null) await carryOut(ctx, moved.run, moved.end);
  return moved.run;
}

async function carryOut(ctx: MutationCtx, run: Run, end: RunEnd): Promise<void> {
  if (end.stopsChildren === "now") await stopChildren(ctx, run);
  if (end.stopsChildren === "later") await stopChildrenLater(ctx, run);
  if (end.stopsChildren === null) await cancelUnclaimedJobsOf(ctx, run._id);
  if (end.dismissesQuestions === "now") await dismissOpen(ctx, run._id, run.attempt);
  if (end.dismissesQuestions === "later") await dismissQuestionsLater(ctx, run);
  if (end.news !== null && (run.status === "failed" || (await hasAnythingToShow(ctx, run._id)))) {
    await notifyMembers(ctx, run.projectId, end.news);
  }
  if (end.handlesFeedback) await markHandled(ctx, run);
  if (end.looksAgain) await lookSoon(ctx, run._id);
  if (end.mayContinue) await considerFollowUp(ctx, run, "news");
  if (end.sprintChainId !== undefined) await sprintRunEnded(ctx, run, end.sprintChainId);
  if (end.recurringTaskId !== undefined) await taskRunEnded(ctx, end.recurringTaskId, run);
  if (end.workChainId !== undefined) await workRunEnded(ctx, run, end.workChainId);
}

async function stopChildrenLater(ctx: MutationCtx, { _id: runId, attempt }: Run): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.runs.scheduled.stopChildren, { runId, attempt });
}

async function dismissQuestionsLater(ctx: MutationCtx, { _id: runId, attempt, round = 0 }: Run): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.runQuestions.scheduled.dismiss, { runId, attempt, round });
}

/** A run that was restarted meanwhile stays unchanged: the restart has already stopped its children. */
export async function stopChildrenOfEnded(ctx: MutationCtx, run: Run, attempt: number): Promise<void> {
  const isStopped = run.status === "cancelled" || run.status === "failed";
  if (isStopped && run.attempt === attempt) await stopChildren(ctx, run);
}

/** Later transactions stop the children of the run for which this one has no room. */
export async function stopChildren(ctx: MutationCtx, run: Run): Promise<void> {
  await cancelJobsOf(ctx, run._id);
  await cancelStepsOfRun(ctx, run);
  await killSandboxesOfRun(ctx, run);
}
