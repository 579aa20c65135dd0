// What follows when a run has ended.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { cancelJobsOf } from "../jobs/model";
import { notifyMembers } from "../notifications/model";
import { cancelStepsOfRun } from "../runSteps/model";
import { killSandboxesOfRun, sandboxesOfRun } from "../sandboxes/ofRun";
import { sprintRunEnded } from "../sprintChains/progress";
import { workRunEnded } from "../workChains/progress";

export async function afterEnd(ctx: MutationCtx, run: Doc<"runs">): Promise<void> {
  if (run.status !== "completed") await stopChildren(ctx, run);
  if (run.status !== "cancelled") await tellOfEnd(ctx, run);
  if (run.sprintChainId !== undefined) await sprintRunEnded(ctx, run, run.sprintChainId);
  if (run.workChainId !== undefined) await workRunEnded(ctx, run, run.workChainId);
}

/** Nothing of a run that was cancelled, has failed or begins anew goes on. */
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
