// Reports of the runner about a run that is in progress.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { patchFrom, omitNullish } from "../lib/omitNullish";
import { patchAndReturn } from "../lib/patchAndReturn";
import { appendEvent } from "../runEvents/model";
import { sandboxOfRun, stepOfRun } from "../runSteps/model";
import { costsAfter } from "./cost";
import { updatePullRequestInInbox } from "./inbox";
import { updateOutcomes } from "./outcomes";
import type { CiChecksRequest, Progress } from "./requests";

type Run = Doc<"runs">;

/** Throws NOT_FOUND, and VALIDATION for a step or sandbox of another run. */
export async function updateProgress(ctx: MutationCtx, run: Run, progress: Progress): Promise<Run> {
  const { currentStepLabel, currentStepProgress, activeStepId, activeSandboxId, costUsd } = progress;
  // A run always has an iteration and a cost, so null cannot clear them.
  const currentIteration = progress.currentIteration ?? undefined;
  const after = await patchAndReturn(ctx, "runs", run, {
    lastProgressAtMs: Date.now(),
    ...patchFrom({
      currentStepLabel,
      currentStepProgress,
      currentIteration,
      activeStepId: activeStepId == null ? activeStepId : await activeStep(ctx, run, activeStepId),
      activeSandboxId: activeSandboxId == null ? activeSandboxId : await activeSandbox(ctx, run, activeSandboxId),
    }),
    ...branchesAfter(run, progress),
    ...reportedCosts(run, costUsd ?? 0),
  });
  await appendEvent(ctx, run, {
    type: "run.progress",
    ...omitNullish({
      label: currentStepLabel,
      progress: currentStepProgress,
      message: progress.message,
      iteration: currentIteration,
      resultBranch: progress.resultBranch,
    }),
  });
  return await updateOutcomes(ctx, run, after);
}

/** The runner says which branch it has begun at where nobody named one, and which branch has the work. */
function branchesAfter({ isBranchAssumed }: Run, { branchName, resultBranch, resultRepository }: Progress) {
  const base = isBranchAssumed === true ? omitNullish({ branchName }) : {};
  return { ...base, ...patchFrom({ resultBranch, resultRepository }) };
}

/** A cost never falls, even when reports arrive in another order. */
function reportedCosts(run: Run, costUsd: number) {
  const reportedCostMicroUsd = Math.round(costUsd * 1_000_000);
  return reportedCostMicroUsd > (run.reportedCostMicroUsd ?? 0) ? costsAfter(run, { reportedCostMicroUsd }) : {};
}

async function activeStep(ctx: QueryCtx, run: Run, text: string): Promise<Id<"runSteps">> {
  return (await stepOfRun(ctx, run, "progress.activeStepId", text))._id;
}

async function activeSandbox(ctx: QueryCtx, run: Run, text: string): Promise<Id<"sandboxes">> {
  return await sandboxOfRun(ctx, run, "progress.activeSandboxId", text);
}

export async function updateCiChecks(
  ctx: MutationCtx,
  run: Run,
  { status, checks }: Omit<CiChecksRequest, "runId">,
): Promise<Run> {
  const named = checks.map(({ url, ...check }) => (url == null ? check : { ...check, url }));
  const after = await patchAndReturn(ctx, "runs", run, {
    ciChecks: { status, checkedAtMs: Date.now(), checks: named },
  });
  await appendEvent(ctx, run, { type: "ci", status });
  await updatePullRequestInInbox(ctx, run, after);
  return after;
}
