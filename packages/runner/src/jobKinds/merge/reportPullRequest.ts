// Tells the service what became of the pull requests that belong to runs.
import { findRuns } from "../../git/commits";
import type { Mirror } from "../../git/mirror";
import { CallRefusedError } from "../../service/errors";
import type { MergeJob } from "../../service/claims";
import { PermanentJobError } from "../../jobs/contract";
import type { Job } from "../../jobs/contract";
import { fetchPullRequestHead } from "./pullRequestHead";
import type { PullRequest } from "./context";

export async function reportMergedPullRequests(
  job: Job<MergeJob>,
  mirror: Mirror,
  requests: PullRequest[],
): Promise<void> {
  for (const request of requests) await reportPullRequest(job, mirror, request, "merged");
}

/** A pull request that no run has made, or one that is gone from the repository, is nobody's news. */
export async function reportPullRequest(
  { call, signal }: Job<MergeJob>,
  mirror: Mirror,
  request: PullRequest,
  prStatus: "merged" | "closed",
): Promise<void> {
  const commit = await fetchPullRequestHead(mirror, request, signal).catch((error: unknown) => {
    if (error instanceof PermanentJobError) return null;
    throw error;
  });
  if (commit === null) return;
  // Anybody can write a trailer, so the run itself must know the pull request.
  for (const runId of await findRuns(mirror, commit)) {
    const run = await call("run.get", { runId }).catch(unlessRefused);
    if (run === null || run.prUrl === null || plain(run.prUrl) !== plain(request.prUrl)) continue;
    await call("run.updatePr", { runId, prUrl: run.prUrl, prStatus, prNumber: request.prNumber });
    return;
  }
}

/** The run may have been deleted, or the name in the trailer was never one. */
function unlessRefused(error: unknown): null {
  if (error instanceof CallRefusedError && !error.isStaleLease) return null;
  throw error;
}

function plain(address: string): string {
  return URL.canParse(address) ? new URL(address).href.replace(/\/+$/, "") : address;
}
