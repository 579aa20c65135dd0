import { callbackMutation } from "../callback/builders";
import { omitNullish } from "../lib/omitNullish";
import { getForRunner } from "../lib/getDocument";
import type { UsageReport } from "./requests";
import { presentRun } from "../runs/present";
import type { RunView } from "../runs/present";
import { updateProgress as changeProgress } from "../runs/progress";
import type { ProgressRequest } from "../runs/requests";
import { addCostIncrease, microUsdOf, recordOnce } from "./model";
import { presentUsage } from "./present";
import type { UsageView } from "./present";

export const computeCostAndRecord = callbackMutation(async (ctx, report: UsageReport): Promise<UsageView> => {
  const { sandboxId, tokenUsage, durationMs, service, model, costUsd, key } = report;
  const { inputTokens, outputTokens, cacheReadTokens } = tokenUsage;
  const usage = {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    cacheReadTokens: cacheReadTokens ?? 0,
    durationMs,
  };
  const reportedMicroUsd = costUsd == null ? undefined : microUsdOf(costUsd);
  const sandbox = await getForRunner(ctx, "sandboxes", sandboxId);
  return presentUsage(
    await recordOnce(ctx, sandbox, { service, usage, ...omitNullish({ model, reportedMicroUsd, key }) }),
  );
});

/** It is here because what a run says that it has cost counts in budgets. */
export const updateProgress = callbackMutation(async (ctx, { runId, progress }: ProgressRequest): Promise<RunView> => {
  const run = await getForRunner(ctx, "runs", runId);
  const told = typeof progress === "string" ? { currentStepLabel: progress } : progress;
  return presentRun(await addCostIncrease(ctx, run, await changeProgress(ctx, run, told)));
});
