// What the runner tells of a run on its way.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { invalid } from "../lib/errors";
import { knownDocument, namedDocument } from "../lib/named";
import { appendEvent } from "../runEvents/model";
import { sandboxOfRun } from "../runSteps/model";
import type { CiChecksRequest, Progress } from "./requests";

type Run = Doc<"runs">;

/** Throws NOT_FOUND, and VALIDATION for a step or sandbox of another run. */
export async function updateProgress(ctx: MutationCtx, run: Run, progress: Progress): Promise<Run> {
  const { currentStepLabel, currentStepProgress, currentIteration, activeStepId, activeSandboxId, costUsd } = progress;
  await ctx.db.patch("runs", run._id, {
    lastProgressAtMs: Date.now(),
    // A field that is undefined is taken away by the database.
    ...(currentStepLabel === undefined ? {} : { currentStepLabel: currentStepLabel ?? undefined }),
    ...(currentStepProgress === undefined ? {} : { currentStepProgress: currentStepProgress ?? undefined }),
    ...(currentIteration === undefined ? {} : { currentIteration }),
    ...(activeStepId === undefined ? {} : { activeStepId: await stepOfRun(ctx, run, activeStepId) }),
    ...(activeSandboxId === undefined ? {} : { activeSandboxId: await activeSandbox(ctx, run, activeSandboxId) }),
    ...(costUsd === undefined ? {} : { costMicroUsd: Math.max(run.costMicroUsd, Math.round(costUsd * 1_000_000)) }),
  });
  await appendEvent(ctx, run, {
    type: "run.progress",
    ...(currentStepLabel == null ? {} : { label: currentStepLabel }),
    ...(currentStepProgress == null ? {} : { progress: currentStepProgress }),
    ...(currentIteration === undefined ? {} : { iteration: currentIteration }),
    ...(progress.message == null ? {} : { message: progress.message }),
  });
  return await knownDocument(ctx, "runs", run._id);
}

async function stepOfRun(ctx: QueryCtx, run: Run, text: string | null): Promise<Id<"runSteps"> | undefined> {
  if (text === null) return undefined;
  const step = await namedDocument(ctx, "runSteps", text);
  if (step.runId === run._id) return step._id;
  throw invalid("progress.activeStepId", `progress.activeStepId: ${text} is no step of this run.`);
}

async function activeSandbox(ctx: QueryCtx, run: Run, text: string | null): Promise<Id<"sandboxes"> | undefined> {
  return text === null ? undefined : await sandboxOfRun(ctx, run, "progress.activeSandboxId", text);
}

export async function updateCiChecks(
  ctx: MutationCtx,
  run: Run,
  { status, checks }: Omit<CiChecksRequest, "runId">,
): Promise<Run> {
  const named = checks.map(({ url, ...check }) => (url == null ? check : { ...check, url }));
  await ctx.db.patch("runs", run._id, { ciChecks: { status, checkedAtMs: Date.now(), checks: named } });
  await appendEvent(ctx, run, { type: "ci", status });
  return await knownDocument(ctx, "runs", run._id);
}
