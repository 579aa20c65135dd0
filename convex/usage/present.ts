import type { Doc } from "../_generated/dataModel";
import { publicId, publicIdOrNull, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime } from "../lib/times";
import type { CostSource } from "./pricing";

export interface UsageView extends Ids {
  service: string;
  model: string | null;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  durationMs: number;
  costUsd: number;
  /** False when nothing says what the usage costs. `costUsd` is 0 then, and means that the cost is unknown. */
  rated: boolean;
  /** Whether the cost is from the price of the model, from the agent itself, or from the usual price of the service. */
  costSource: CostSource | null;
  /** The day of the price, as YYYY-MM-DD. */
  priceDate: string | null;
  /** What the agent itself said that it cost, whether or not that counts. */
  reportedCostUsd: number | null;
  sandboxId: string;
  runId: string | null;
  createdAt: string;
}

export function presentUsage(record: Doc<"usageRecords">): UsageView {
  const { service, model = null, inputTokens, outputTokens, cacheReadTokens, durationMs, sandboxId, runId } = record;
  return withIds("usageRecords", record._id, {
    service,
    model,
    inputTokens,
    outputTokens,
    cacheReadTokens,
    durationMs,
    costUsd: dollarsOf(record.costMicroUsd),
    rated: record.isRated,
    costSource: record.costSource ?? null,
    priceDate: record.priceDate ?? null,
    reportedCostUsd: record.reportedMicroUsd === undefined ? null : dollarsOf(record.reportedMicroUsd),
    sandboxId: publicId("sandboxes", sandboxId),
    runId: publicIdOrNull("runs", runId),
    createdAt: isoTime(record._creationTime),
  });
}

export function dollarsOf(microUsd: number): number {
  return microUsd / 1_000_000;
}
