import type { Doc } from "../_generated/dataModel";
import { findJsonError } from "../lib/plainJson";
import { withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";

export interface MergeRunView extends Ids {
  status: string;
  pullRequests: { prUrl: string; prNumber: number }[];
  baseBranch: string | null;
  /** The object of the start request, unchanged. An older object beyond today's bounds is shown as its text. */
  config: unknown;
  prUrl: string | null;
  error: string | null;
  createdAt: string;
  completedAt: string | null;
}

export function presentMergeRun(mergeRun: Doc<"mergeRuns">): MergeRunView {
  const { status, pullRequests, baseBranch = null, config, prUrl = null, error = null, completedAtMs } = mergeRun;
  return withIds("mergeRuns", mergeRun._id, {
    status,
    pullRequests,
    baseBranch,
    config: config === undefined ? null : presentConfig(config),
    prUrl,
    error,
    createdAt: isoTime(mergeRun._creationTime),
    completedAt: isoTimeOrNull(completedAtMs),
  });
}

function presentConfig(text: string): unknown {
  const config: unknown = JSON.parse(text);
  return findJsonError(config) === null ? config : text;
}
