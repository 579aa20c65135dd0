// What follows when a run has ended.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { cancelJobsOf } from "../jobs/calling";
import { notifyMembers } from "../notifications/model";
import { cancelStepsOfRun } from "../runSteps/model";
import { killSandboxesOfRun } from "../sandboxes/ending";
import { sandboxesOfRun } from "../sandboxes/ofRun";
import { sprintRunEnded } from "../sprintChains/progress";
import { workRunEnded } from "../workChains/progress";

/** `later`: the children of the run end in a transaction of their own, as it is one of many. */
export async function afterEnd(ctx: MutationCtx, run: Doc<"runs">, { later }: { later: boolean }): Promise<void> {
  if (run.status !== "completed") {
    if (later) await stopChildrenLater(ctx, run);
    else await stopChildren(ctx, run);
  }
  if (run.status !== "cancelled") await tellOfEnd(ctx, run);
  if (run.sprintChainId !== undefined) await sprintRunEnded(ctx, run, run.sprintChainId);
  if (run.workChainId !== undefined) await workRunEnded(ctx, run, run.workChainId);
}

async function stopChildrenLater(ctx: MutationCtx, { _id: runId, attempt }: Doc<"runs">): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.runs.jobs.stopChildren, { runId, attempt });
}

/** Nothing happens to a run that has begun anew meanwhile: it has stopped them itself. */
export async function stopChildrenOfEnded(ctx: MutationCtx, run: Doc<"runs">, attempt: number): Promise<void> {
  const isStopped = run.status === "cancelled" || run.status === "failed";
  if (isStopped && run.attempt === attempt) await stopChildren(ctx, run);
}

/** Nothing of a run that was cancelled, has failed or begins anew goes on. What there is no room for follows by itself. */
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

/** Not when there are sandboxes in all of which no assistant has said anything. */
async function hasAnythingToShow(ctx: QueryCtx, run: Doc<"runs">): Promise<boolean> {
  const sandboxes = await sandboxesOfRun(ctx, run._id);
  return sandboxes.length === 0 || sandboxes.some(({ hasAssistantMessages }) => hasAssistantMessages);
}
