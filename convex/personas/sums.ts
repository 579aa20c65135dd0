// The statistics of a persona: the sums that are stored, and the numbers that clients see. This file is pure.
import type { Doc } from "../_generated/dataModel";
import { fieldwiseSum } from "../lib/sums";

export type Sums = Doc<"personaCounters">["total"];

export const zeroSums: Sums = {
  runs: 0,
  steps: 0,
  completed: 0,
  failed: 0,
  qualitySum: 0,
  qualityCount: 0,
  inputTokens: 0,
  outputTokens: 0,
  costMicroUsd: 0,
  durationSumMs: 0,
  durationCount: 0,
};

export const addSums = fieldwiseSum(zeroSums);

/**
 * Returns null when the persona did nothing, also for a step that a restart has kept. The time of a cancelled step says
 * nothing about the persona.
 */
export function sumsOfStep(step: Doc<"runSteps">): Omit<Sums, "runs"> | null {
  const { status, startedAtMs, completedAtMs, inputTokens, outputTokens, costMicroUsd } = step;
  if (step.keptFromAttempt !== undefined) return null;
  if (status === "skipped" || (status === "cancelled" && startedAtMs === undefined)) return null;
  const quality = qualityOf(step.qualityScores);
  const isTimed = status !== "cancelled" && startedAtMs !== undefined && completedAtMs !== undefined;
  return {
    steps: 1,
    completed: Number(status === "completed"),
    failed: Number(status === "failed"),
    qualitySum: quality ?? 0,
    qualityCount: Number(quality !== null),
    inputTokens,
    outputTokens,
    costMicroUsd,
    durationSumMs: isTimed ? Math.max(0, completedAtMs - startedAtMs) : 0,
    durationCount: Number(isTimed),
  };
}

/** The composite score; when there is none, the mean of the other scores. */
function qualityOf(scores: Record<string, number> = {}): number | null {
  if (scores["composite"] !== undefined) return scores["composite"];
  const values = Object.values(scores);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function averagesOf({ completed, failed, qualitySum, qualityCount, durationSumMs, durationCount }: Sums) {
  const ended = completed + failed;
  return {
    successRate: ended === 0 ? null : completed / ended,
    averageQuality: qualityCount === 0 ? null : qualitySum / qualityCount,
    averageDurationMs: durationCount === 0 ? null : Math.round(durationSumMs / durationCount),
  };
}
