import type { Doc } from "../_generated/dataModel";
import { faultOfJson } from "../lib/plainJson";
import { publicId } from "../lib/publicIds";
import { isoTime } from "../lib/times";

export interface MergeRunView {
  id: string;
  _id: string;
  status: string;
  pullRequests: { prUrl: string; prNumber: number }[];
  baseBranch: string | null;
  /** The object that came with the start, as it was; one from before there were bounds, beyond them, as its text. */
  config: unknown;
  prUrl: string | null;
  error: string | null;
  createdAt: string;
  completedAt: string | null;
}

export function presentMergeRun(mergeRun: Doc<"mergeRuns">): MergeRunView {
  const id = publicId("mergeRuns", mergeRun._id);
  const { status, pullRequests, baseBranch = null, config, prUrl = null, error = null, completedAtMs } = mergeRun;
  return {
    id,
    _id: id,
    status,
    pullRequests,
    baseBranch,
    config: config === undefined ? null : presentConfig(config),
    prUrl,
    error,
    createdAt: isoTime(mergeRun._creationTime),
    completedAt: completedAtMs === undefined ? null : isoTime(completedAtMs),
  };
}

function presentConfig(text: string): unknown {
  const config: unknown = JSON.parse(text);
  return faultOfJson(config) === null ? config : text;
}
