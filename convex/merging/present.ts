import type { Doc } from "../_generated/dataModel";
import { findPullRequest } from "../lib/pullRequestAddress";
import { withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { toPullRequestView } from "../lib/pullRequestState";
import type { PullRequestView } from "../lib/pullRequestState";
import { isoTime, isoTimeOrNull } from "../lib/times";

export interface MergeRunView extends Ids {
  status: string;
  pullRequests: { prUrl: string; prNumber: number }[];
  baseBranch: string | null;
  /** The object of the start request, unchanged. */
  config: unknown;
  prUrl: string | null;
  /** The request as the last look has found it. Null without one. */
  pullRequest: PullRequestView | null;
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
    pullRequest: presentPullRequest(mergeRun),
    error,
    createdAt: isoTime(mergeRun._creationTime),
    completedAt: isoTimeOrNull(completedAtMs),
  });
}

function presentPullRequest({
  prUrl: url,
  prStatus: state = "open",
  request,
}: Doc<"mergeRuns">): PullRequestView | null {
  if (url === undefined) return null;
  return toPullRequestView({ url, number: findPullRequest(url)?.number ?? null, state }, request);
}
