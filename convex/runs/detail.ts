// A run with its steps and sandboxes. The number of rows it reads is bounded by the limits of steps and sandboxes.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { presentSandboxSummary, presentSteps } from "../runSteps/present";
import type { SandboxSummaryView, StepView } from "../runSteps/present";
import { newestAttemptFirst } from "../runSteps/model";
import { sandboxesOfRun } from "../sandboxes/lists";
import { presentActor } from "../callers/caller";
import type { WithElapsedTime } from "../api/builders";
import { dashboardUrlOf } from "./dashboardUrl";
import { presentRun, presentTimeless } from "./present";
import type { RunView, TimelessRunView } from "./present";
import { waitReasonOf } from "./waitReason";

interface Parts {
  waiting: RunView["waiting"];
  createdBy: string | null;
  sandboxes: SandboxSummaryView[];
  /** The steps of the present attempt, in their order, and then those of earlier attempts. */
  steps: StepView[];
  hasMoreSteps: boolean;
  /** Null where the operator has not said where the dashboard is. */
  dashboardUrl: string | null;
}

export interface RunDetailView extends RunView, Parts {}

export async function presentDetail(ctx: QueryCtx, run: Doc<"runs">): Promise<RunDetailView> {
  return Object.assign(presentRun(run), await partsOf(ctx, run));
}

/** For REST, which adds the active time. So the platform can keep the result while the run is running, too. */
export async function presentWithElapsedTime(
  ctx: QueryCtx,
  run: Doc<"runs">,
  stepLimit?: number,
): Promise<WithElapsedTime<TimelessRunView & Parts>> {
  const { activeDurationMs: ms, activeSinceMs: sinceMs } = run;
  const still = Object.assign(presentTimeless(run), await partsOf(ctx, run, stepLimit));
  return { still, growth: { field: "activeDurationMs", ms, sinceMs } };
}

async function partsOf(ctx: QueryCtx, run: Doc<"runs">, stepLimit = 50): Promise<Parts> {
  const { steps, hasMore } = await newestAttemptFirst(ctx, run, stepLimit);
  const sandboxes = await sandboxesOfRun(ctx, run._id);
  return {
    waiting: await waitReasonOf(ctx, run),
    createdBy: run.createdBy === undefined ? null : await presentActor(ctx, run.createdBy),
    sandboxes: sandboxes.map(presentSandboxSummary),
    steps: await presentSteps(ctx, steps),
    hasMoreSteps: hasMore,
    dashboardUrl: await dashboardUrlOf(ctx, run),
  };
}
