import type { Doc } from "../_generated/dataModel";
import { publicId } from "../lib/publicIds";
import { isoTime } from "../lib/times";

export interface UsageView {
  id: string;
  _id: string;
  service: string;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  durationMs: number;
  costUsd: number;
  /** False: there is no rate for the service, and it therefore counts as free. */
  rated: boolean;
  sandboxId: string;
  runId: string | null;
  createdAt: string;
}

export function presentUsage(record: Doc<"usageRecords">): UsageView {
  const id = publicId("usageRecords", record._id);
  const { service, inputTokens, outputTokens, cacheReadTokens, durationMs, sandboxId, runId } = record;
  return {
    id,
    _id: id,
    service,
    inputTokens,
    outputTokens,
    cacheReadTokens,
    durationMs,
    costUsd: dollarsOf(record.costMicroUsd),
    rated: record.isRated,
    sandboxId: publicId("sandboxes", sandboxId),
    runId: runId === undefined ? null : publicId("runs", runId),
    createdAt: isoTime(record._creationTime),
  };
}

export function dollarsOf(microUsd: number): number {
  return microUsd / 1_000_000;
}
