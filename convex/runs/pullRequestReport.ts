// What a look at the pull request of a run has found.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { findFollowed, recordLook } from "../jobs/looks";
import { apiError, invalid } from "../lib/errors";
import { omitNullish } from "../lib/omitNullish";
import { patchAndReturn } from "../lib/patchAndReturn";
import type { PullRequestState } from "../lib/pullRequestState";
import { appendEvent } from "../runEvents/model";
import { updateCiChecks } from "./progress";
import { changePullRequest } from "./pullRequest";
import type { RequestReport } from "./requests";

type Run = Doc<"runs">;

/** Throws VALIDATION for a run without a pull request. */
export async function reportPullRequest(ctx: MutationCtx, before: Run, report: RequestReport): Promise<Run> {
  if (before.prUrl === undefined) throw invalid("runId", "runId must be a run with a pull request.");
  requirePresent(before.prUrl, report);
  // Two runners may have looked. What is merged stays so, whatever an earlier look has seen.
  if (before.prStatus === "merged" && report.state !== "merged") return before;
  const run = await withChecks(ctx, await changePullRequest(ctx, before, { prStatus: report.state }), report);
  const request = { ...found(report), ...omitNullish({ nextLookAtMs: await nextLook(ctx, run, report) }) };
  const after = await patchAndReturn(ctx, "runs", run, { request });
  if (isNews(before.request, request)) await tell(ctx, after, request);
  return after;
}

/** Throws CONFLICT where another pull request was looked at: the run or merge run has begun a new one meanwhile. */
export function requirePresent(present: string, { prUrl }: RequestReport): void {
  if (prUrl == null || prUrl === present) return;
  throw apiError("CONFLICT", `The pull request is ${present} by now, and the report is about another one.`);
}

function found({ head, base, mergeable, approvals, changesRequested }: RequestReport): PullRequestState {
  return { head, base, mergeable, approvals, changesRequested, checkedAtMs: Date.now() };
}

/** Checks that are as they were get another time only: a request is looked at often. */
async function withChecks(ctx: MutationCtx, run: Run, { status, checks }: RequestReport): Promise<Run> {
  if (status == null || checks == null) return run;
  const { ciChecks } = run;
  const same = ciChecks?.status === status && JSON.stringify(ciChecks.checks) === JSON.stringify(named(checks));
  if (!same) return await updateCiChecks(ctx, run, { status, checks });
  return await patchAndReturn(ctx, "runs", run, { ciChecks: { ...ciChecks, checkedAtMs: Date.now() } });
}

function named(checks: NonNullable<RequestReport["checks"]>) {
  return checks.map(({ url, ...check }) => (url == null ? check : { ...check, url }));
}

async function nextLook(ctx: MutationCtx, run: Run, { head }: RequestReport): Promise<number | null> {
  const followed = await findFollowed(ctx, run._id);
  if (followed === null) return null;
  const status = run.ciChecks?.status;
  return await recordLook(ctx, followed, { head, areChecksRunning: status === "pending" || status === "running" });
}

const shown = ["head", "base", "mergeable", "approvals", "changesRequested"] as const;

function isNews(before: PullRequestState | undefined, after: PullRequestState): boolean {
  return shown.some((field) => before?.[field] !== after[field]);
}

async function tell(ctx: MutationCtx, run: Run, request: PullRequestState): Promise<void> {
  const { prUrl = null, prStatus = null, prNumber = null } = run;
  const { mergeable, approvals, changesRequested } = request;
  const state = { mergeable, approvals, changesRequested, ...omitNullish({ head: request.head }) };
  await appendEvent(ctx, run, { type: "pr", prUrl, prStatus, prNumber, ...state });
}
