// The consequences of the end of a run.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { cancelJobsOf } from "../jobs/calling";
import { notifyMembers } from "../notifications/model";
import { cancelStepsOfRun } from "../runSteps/model";
import { killSandboxesOfRun } from "../sandboxes/ending";
import { sandboxesOfRun } from "../sandboxes/lists";
import { sprintRunEnded } from "../sprintChains/progress";
import { workRunEnded } from "../workChains/progress";
import { dismissOpen } from "./questions";

/** With `later`, the children of the run end in another transaction, because the run is one of many. */
export async function afterEnd(
  ctx: MutationCtx,
  run: Doc<"runs">,
  { later, hasQuestions }: { later: boolean; hasQuestions: boolean },
): Promise<void> {
  if (hasQuestions) await dismissQuestions(ctx, run, later);
  if (run.status !== "completed") {
    if (later) await stopChildrenLater(ctx, run);
    else await stopChildren(ctx, run);
  }
  if (run.status !== "cancelled") await tellOfEnd(ctx, run);
  if (run.sprintChainId !== undefined) await sprintRunEnded(ctx, run, run.sprintChainId);
  if (run.workChainId !== undefined) await workRunEnded(ctx, run, run.workChainId);
}

async function dismissQuestions(ctx: MutationCtx, run: Doc<"runs">, later: boolean): Promise<void> {
  const { _id: runId, attempt } = run;
  if (!later) return await dismissOpen(ctx, runId, attempt);
  await ctx.scheduler.runAfter(0, internal.runQuestions.jobs.dismiss, { runId, attempt });
}

async function stopChildrenLater(ctx: MutationCtx, { _id: runId, attempt }: Doc<"runs">): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.runs.jobs.stopChildren, { runId, attempt });
}

/** A run that was restarted meanwhile stays unchanged: the restart has already stopped its children. */
export async function stopChildrenOfEnded(ctx: MutationCtx, run: Doc<"runs">, attempt: number): Promise<void> {
  const isStopped = run.status === "cancelled" || run.status === "failed";
  if (isStopped && run.attempt === attempt) await stopChildren(ctx, run);
}

/** Later transactions stop the children of the run for which this one has no room. */
export async function stopChildren(ctx: MutationCtx, run: Doc<"runs">): Promise<void> {
  await cancelJobsOf(ctx, run._id);
  await cancelStepsOfRun(ctx, run);
  await killSandboxesOfRun(ctx, run);
}

async function tellOfEnd(ctx: MutationCtx, run: Doc<"runs">): Promise<void> {
  const about = { runId: run._id, body: run.error ?? "" };
  if (run.status === "failed") {
    await notifyMembers(ctx, run.projectId, { type: "run_failed", title: `${run.name} has failed.`, ...about });
  } else if (await hasAnythingToShow(ctx, run)) {
    await notifyMembers(ctx, run.projectId, { type: "run_completed", title: `${run.name} is complete.`, ...about });
  }
}

/** Skips the request when the run has sandboxes but no assistant has said anything in any of them. */
async function hasAnythingToShow(ctx: QueryCtx, run: Doc<"runs">): Promise<boolean> {
  const sandboxes = await sandboxesOfRun(ctx, run._id);
  return sandboxes.length === 0 || sandboxes.some(({ hasAssistantMessages }) => hasAssistantMessages);
}
