import type { Doc } from "../_generated/dataModel";
import { idsOf, publicId, shownId } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime } from "../lib/times";

export interface UsageView extends Ids {
  service: string;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  durationMs: number;
  costUsd: number;
  /** False when the service has no rate and therefore counts as free. */
  rated: boolean;
  sandboxId: string;
  runId: string | null;
  createdAt: string;
}

export function presentUsage(record: Doc<"usageRecords">): UsageView {
  const { service, inputTokens, outputTokens, cacheReadTokens, durationMs, sandboxId, runId } = record;
  return {
    ...idsOf("usageRecords", record._id),
    service,
    inputTokens,
    outputTokens,
    cacheReadTokens,
    durationMs,
    costUsd: dollarsOf(record.costMicroUsd),
    rated: record.isRated,
    sandboxId: publicId("sandboxes", sandboxId),
    runId: shownId("runs", runId),
    createdAt: isoTime(record._creationTime),
  };
}

export function dollarsOf(microUsd: number): number {
  return microUsd / 1_000_000;
}
