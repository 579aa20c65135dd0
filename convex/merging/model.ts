import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { addToInbox } from "../inbox/model";
import { cancelJobsOf } from "../jobs/cancellation";
import { enqueueJob } from "../jobs/model";
import { omitNullish } from "../lib/omitNullish";
import { getOrThrow } from "../lib/getDocument";
import { nextState } from "../lib/states";
import { killSandboxesOf } from "../sandboxes/ending";
import type { StartRequest } from "./requests";
import type { MergeStatus } from "./schema";
import { mergeMoves } from "./status";

type MergeRun = Doc<"mergeRuns">;

export async function startMergeRun(
  ctx: MutationCtx,
  project: Doc<"projects">,
  { pullRequests, baseBranch, config }: StartRequest,
): Promise<MergeRun> {
  const mergeRunId = await ctx.db.insert("mergeRuns", {
    projectId: project._id,
    status: "running",
    pullRequests,
    ...omitNullish({ baseBranch, config: config && JSON.stringify(config) }),
  });
  await enqueueJob(ctx, project._id, { kind: "merge.execute", mergeRunId });
  return await getOrThrow(ctx, "mergeRuns", mergeRunId);
}

export interface Outcome {
  prUrl?: string;
  error?: string;
}

/** Throws CONFLICT when the merge run is over. */
export async function moveMergeRun(
  ctx: MutationCtx,
  mergeRun: MergeRun,
  wanted: MergeStatus,
  outcome: Outcome,
): Promise<MergeRun> {
  const status = nextState("merge run", mergeMoves, wanted, mergeRun.status);
  const end = status === "running" ? {} : { completedAtMs: Date.now() };
  await ctx.db.patch("mergeRuns", mergeRun._id, { ...outcome, status, ...end });
  if (status === "failed") await addFailureToInbox(ctx, mergeRun, outcome);
  if (status === "cancelled") await cancelJobsOf(ctx, mergeRun._id);
  if (status === "cancelled" || status === "failed") {
    await killSandboxesOf(ctx, { kind: "mergeRun", mergeRunId: mergeRun._id });
  }
  return await getOrThrow(ctx, "mergeRuns", mergeRun._id);
}

async function addFailureToInbox(ctx: MutationCtx, mergeRun: MergeRun, { error }: Outcome): Promise<void> {
  const { _id, projectId, pullRequests } = mergeRun;
  const title = `Merge of ${pullRequests.length} pull request${pullRequests.length === 1 ? "" : "s"}`;
  await addToInbox(ctx, "merge_failed", _id, { projectId, title, reason: error ?? "The runner gave no reason." });
}

/** Called when the job of the merge run has failed for good. */
export async function failMergeRun(ctx: MutationCtx, mergeRun: MergeRun, error: string): Promise<void> {
  if (mergeRun.status === "running") await moveMergeRun(ctx, mergeRun, "failed", { error });
}
