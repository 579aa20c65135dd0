import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { resolveIssuesOfRun } from "../issues/model";
import { omitNullish } from "../lib/omitNullish";
import { endFollowing, follow } from "../jobs/looks";
import { findPullRequest } from "../lib/pullRequestAddress";
import type { NamedPullRequest } from "../lib/pullRequestAddress";
import { withNextLook } from "../lib/pullRequestState";
import { patchAndReturn } from "../lib/patchAndReturn";
import { notifyMembers } from "../notifications/model";
import { appendEvent } from "../runEvents/model";
import { considerFollowUp, isPullRequestOpen } from "./followUp";
import { updatePullRequestInInbox } from "./inbox";
import { updateOutcomes } from "./outcomes";
import { repositorySlug } from "./present";
import type { PrStatus } from "./schema";

export interface PullRequest {
  prUrl?: string;
  prStatus?: PrStatus;
  prNumber?: number;
}

/** A report without news changes nothing. */
export async function changePullRequest(ctx: MutationCtx, run: Doc<"runs">, change: PullRequest): Promise<Doc<"runs">> {
  const isNews = (["prUrl", "prStatus", "prNumber"] as const).some((field) => {
    return change[field] !== undefined && change[field] !== run[field];
  });
  if (!isNews) return run;
  const request = await requestAfter(ctx, { ...run, ...change });
  const after = await updateOutcomes(ctx, run, await patchAndReturn(ctx, "runs", run, { ...change, request }));
  const { prUrl = null, prStatus = null, prNumber = null } = after;
  await appendEvent(ctx, run, { type: "pr", prUrl, prStatus, prNumber });
  await notifyOfPullRequest(ctx, after, run, run.name);
  await updatePullRequestInInbox(ctx, run, after);
  const isOpenNow = isPullRequestOpen(after.prStatus) && !isPullRequestOpen(run.prStatus);
  await considerFollowUp(ctx, after, isOpenNow ? "news" : "change");
  if (prStatus === "merged" && run.prStatus !== "merged") await resolveIssuesOfRun(ctx, run._id);
  return after;
}

/** A request that is open is looked at from now on, and one that has ended no more. */
async function requestAfter(ctx: MutationCtx, run: Doc<"runs">): Promise<Doc<"runs">["request"]> {
  const { _id: runId, projectId, prUrl, prNumber, prStatus, request } = run;
  if (prUrl === undefined) return undefined;
  const named = findPullRequest(prUrl) ?? namedByRun(run, prNumber);
  if (named !== null && isPullRequestOpen(prStatus)) {
    return withNextLook(request, await follow(ctx, { projectId, subject: { kind: "run", runId }, ...named }));
  }
  await endFollowing(ctx, runId);
  return withNextLook(request, null);
}

/** A request from before requests were followed. A migration does it, and the end of a time in the trash. */
export async function followEarlierPullRequest(ctx: MutationCtx, run: Doc<"runs">): Promise<void> {
  if (run.prUrl === undefined || run.request !== undefined || run.deletedAtMs !== undefined) return;
  const request = await requestAfter(ctx, run);
  await ctx.db.patch("runs", run._id, { request });
}

function namedByRun({ gitRepoUrl }: Doc<"runs">, number: number | undefined): NamedPullRequest | null {
  const repository = repositorySlug(gitRepoUrl)?.toLowerCase();
  return repository === undefined || number === undefined ? null : { repository, number };
}

/** Notifies the members once about each change of the pull request of a run or sandbox. */
export async function notifyOfPullRequest(
  ctx: MutationCtx,
  after: Doc<"runs"> | Doc<"sandboxes">,
  before: PullRequest,
  name: string,
): Promise<void> {
  const runId = "runNumber" in after ? after._id : after.runId;
  const about = { body: after.prUrl ?? "", ...omitNullish({ runId }) };
  const tell = (type: "pr_created" | "pr_merged" | "pr_failed", title: string) =>
    notifyMembers(ctx, after.projectId, { type, title, ...about });
  if (before.prUrl === undefined && after.prUrl !== undefined) await tell("pr_created", `${name} has a pull request.`);
  if (before.prStatus === after.prStatus) return;
  if (after.prStatus === "merged") await tell("pr_merged", `The pull request of ${name} is merged.`);
  if (after.prStatus === "failed") await tell("pr_failed", `The pull request of ${name} has failed.`);
  if (after.prStatus === "closed") await tell("pr_failed", `The pull request of ${name} is closed.`);
}
