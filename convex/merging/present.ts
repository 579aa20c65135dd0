import type { Doc } from "../_generated/dataModel";
import { withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";

export interface MergeRunView extends Ids {
  status: string;
  pullRequests: { prUrl: string; prNumber: number }[];
  baseBranch: string | null;
  /** The object of the start request, unchanged. */
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
    config: config === undefined ? null : (JSON.parse(config) as unknown),
    prUrl,
    error,
    createdAt: isoTime(mergeRun._creationTime),
    completedAt: isoTimeOrNull(completedAtMs),
  });
}
