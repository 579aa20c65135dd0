import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { appendToFeed } from "../events/append";
import { addToInbox, removeFromInbox } from "../inbox/model";
import { cancelJobsOf, cancelUnclaimedJobsOf } from "../jobs/cancellation";
import { enqueueJob } from "../jobs/model";
import { endFollowing, findFollowed, follow, recordLook } from "../jobs/looks";
import { invalid } from "../lib/errors";
import { findPullRequest } from "../lib/pullRequestAddress";
import { patchAndReturn } from "../lib/patchAndReturn";
import { withNextLook } from "../lib/pullRequestState";
import { requirePresent } from "../runs/pullRequestReport";
import type { RequestReport } from "../runs/requests";
import { omitNullish } from "../lib/omitNullish";
import { getOrThrow } from "../lib/getDocument";
import { nextState } from "../lib/states";
import { killSandboxesOf } from "../sandboxes/ending";
import type { StartRequest } from "./requests";
import type { MergeStatus } from "./schema";
import { mergeCalls, mergeMoves } from "./status";

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
  const request = await requestAfter(ctx, mergeRun, outcome);
  await ctx.db.patch("mergeRuns", mergeRun._id, { ...outcome, status, ...request, ...end });
  if (status === "failed") await addFailureToInbox(ctx, mergeRun, outcome);
  if (status === "failed" || status === "completed") {
    const { _id: id, projectId } = mergeRun;
    await appendToFeed(ctx, {
      projectId,
      type: `merge.${status}`,
      subject: { type: "mergeRun", id },
      data: { status },
    });
  }
  if (status === "cancelled") await cancelJobsOf(ctx, mergeRun._id);
  else if (status !== "running") await cancelUnclaimedJobsOf(ctx, mergeRun._id);
  if (status === "cancelled" || status === "failed") {
    await killSandboxesOf(ctx, { kind: "mergeRun", mergeRunId: mergeRun._id });
  }
  return await getOrThrow(ctx, "mergeRuns", mergeRun._id);
}

/** A request that the runner has opened is looked at from now on. */
async function requestAfter(ctx: MutationCtx, mergeRun: MergeRun, { prUrl }: Outcome) {
  if (prUrl === undefined || prUrl === mergeRun.prUrl) return {};
  const { _id: mergeRunId, projectId } = mergeRun;
  const named = findPullRequest(prUrl);
  if (named === null) return { prStatus: "open" as const };
  const nextLookAtMs = await follow(ctx, { projectId, subject: { kind: "mergeRun", mergeRunId }, ...named });
  return { prStatus: "open" as const, request: withNextLook(undefined, nextLookAtMs) };
}

/** What a look has found. Throws VALIDATION for a merge run without a pull request. */
export async function reportPullRequest(
  ctx: MutationCtx,
  mergeRun: MergeRun,
  report: RequestReport,
): Promise<MergeRun> {
  const { _id: mergeRunId, projectId, prUrl } = mergeRun;
  if (prUrl === undefined) throw invalid("mergeRunId", "mergeRunId must be a merge run with a pull request.");
  requirePresent(prUrl, report);
  // Two runners may have looked. What is merged stays so, whatever an earlier look has seen.
  if (mergeRun.prStatus === "merged" && report.state !== "merged") return mergeRun;
  const { state: prStatus, status, head, base, mergeable, approvals, changesRequested } = report;
  const named = findPullRequest(prUrl);
  const isOpen = prStatus === "open" || prStatus === "draft";
  if (!isOpen) await endFollowing(ctx, mergeRunId);
  else if (named !== null) await follow(ctx, { projectId, subject: { kind: "mergeRun", mergeRunId }, ...named });
  const followed = await findFollowed(ctx, mergeRunId);
  const areChecksRunning = status === "pending" || status === "running";
  const nextLookAtMs = followed === null ? null : await recordLook(ctx, followed, { head, areChecksRunning });
  const found = { head, base, mergeable, approvals, changesRequested, checkedAtMs: Date.now() };
  return await patchAndReturn(ctx, "mergeRuns", mergeRun, { prStatus, request: withNextLook(found, nextLookAtMs) });
}

async function addFailureToInbox(ctx: MutationCtx, mergeRun: MergeRun, { error }: Outcome): Promise<void> {
  const { _id, projectId, pullRequests } = mergeRun;
  const title = `Merge of ${pullRequests.length} pull request${pullRequests.length === 1 ? "" : "s"}`;
  await addToInbox(ctx, "merge_failed", _id, { projectId, title, reason: error ?? "The runner gave no reason." });
}

const withoutRequest = { prUrl: undefined, prStatus: undefined, request: undefined } as const;

/** Starts a failed merge run again. Throws CONFLICT when it has not failed. */
export async function reopenMergeRun(
  ctx: MutationCtx,
  { _id: mergeRunId, projectId, ...mergeRun }: MergeRun,
): Promise<void> {
  const status = nextState("merge run", mergeCalls, "redrive", mergeRun.status);
  await ctx.db.patch("mergeRuns", mergeRunId, {
    status,
    error: undefined,
    completedAtMs: undefined,
    ...withoutRequest,
  });
  await endFollowing(ctx, mergeRunId);
  await removeFromInbox(ctx, "merge_failed", mergeRunId);
  await enqueueJob(ctx, projectId, { kind: "merge.execute", mergeRunId });
}

/** Called when the job of the merge run has failed for good. */
export async function failMergeRun(ctx: MutationCtx, mergeRun: MergeRun, error: string): Promise<void> {
  if (mergeRun.status === "running") await moveMergeRun(ctx, mergeRun, "failed", { error });
}
