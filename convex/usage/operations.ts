import { callbackMutation } from "../callback/builders";
import { omitNullish } from "../lib/omitNullish";
import { getForRunner } from "../lib/getDocument";
import type { UsageReport } from "./requests";
import { microUsdOf, recordOnce } from "./model";
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
