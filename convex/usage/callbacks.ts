import { callbackMutation } from "../callback/builders";
import { namedDocument } from "../lib/named";
import type { UsageReport } from "./requests";
import { recordUsage } from "./model";
import { presentUsage } from "./present";
import type { UsageView } from "./present";

export const computeCostAndRecord = callbackMutation(async (ctx, report: UsageReport): Promise<UsageView> => {
  const { sandboxId, tokenUsage, durationMs, service } = report;
  const { inputTokens, outputTokens, cacheReadTokens } = tokenUsage;
  const usage = {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    cacheReadTokens: cacheReadTokens ?? 0,
    durationMs,
  };
  return presentUsage(await recordUsage(ctx, await namedDocument(ctx, "sandboxes", sandboxId), service, usage));
});
