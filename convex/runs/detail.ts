// A run with its steps and sandboxes. The number of rows it reads is bounded by the limits of steps and sandboxes.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { presentSandboxSummary, presentSteps } from "../runSteps/present";
import type { SandboxSummaryView, StepView } from "../runSteps/present";
import { newestAttemptFirst } from "../runSteps/model";
import { sandboxesOfRun } from "../sandboxes/lists";
import { presentActor } from "../callers/caller";
import { presentRun } from "./present";
import type { RunView } from "./present";
import { waitingOf } from "./waiting";

export interface RunDetailView extends RunView {
  createdBy: string | null;
  sandboxes: SandboxSummaryView[];
  /** The steps of the present attempt, in their order, and then those of earlier attempts. */
  steps: StepView[];
  hasMoreSteps: boolean;
}

export async function presentDetail(ctx: QueryCtx, run: Doc<"runs">, stepLimit = 50): Promise<RunDetailView> {
  const { steps, hasMore } = await newestAttemptFirst(ctx, run, stepLimit);
  const sandboxes = await sandboxesOfRun(ctx, run._id);
  return Object.assign(presentRun(run), {
    waiting: await waitingOf(ctx, run),
    createdBy: run.createdBy === undefined ? null : await presentActor(ctx, run.createdBy),
    sandboxes: sandboxes.map(presentSandboxSummary),
    steps: await presentSteps(ctx, steps),
    hasMoreSteps: hasMore,
  });
}
