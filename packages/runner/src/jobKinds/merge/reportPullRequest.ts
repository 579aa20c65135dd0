// Tells the service what became of the pull requests that belong to runs.
import { runsIn } from "../../git/commits";
import type { Mirror } from "../../git/mirror";
import { Refused } from "../../service/errors";
import type { MergeJob } from "../../service/claims";
import { Hopeless } from "../../jobs/contract";
import type { Job } from "../../jobs/contract";
import { headOfRequest } from "./pullRequestHead";
import type { PullRequest } from "./context";

export async function reportMerged(job: Job<MergeJob>, mirror: Mirror, requests: PullRequest[]): Promise<void> {
  for (const request of requests) await reportRun(job, mirror, request, "merged");
}

/** A pull request that no run has made, or one that is gone from the repository, is nobody's news. */
export async function reportRun(
  { call, signal }: Job<MergeJob>,
  mirror: Mirror,
  request: PullRequest,
  prStatus: "merged" | "closed",
): Promise<void> {
  const commit = await headOfRequest(mirror, request, signal).catch((error: unknown) => {
    if (error instanceof Hopeless) return null;
    throw error;
  });
  if (commit === null) return;
  // Anybody can write a trailer, so the run itself must know the pull request.
  for (const runId of await runsIn(mirror, commit)) {
    const run = await call("run.get", { runId }).catch(unlessRefused);
    if (run === null || run.prUrl === null || plain(run.prUrl) !== plain(request.prUrl)) continue;
    await call("run.updatePr", { runId, prUrl: run.prUrl, prStatus, prNumber: request.prNumber });
    return;
  }
}

/** The run may have been deleted, or the name in the trailer was never one. */
function unlessRefused(error: unknown): null {
  if (error instanceof Refused && !error.isStale) return null;
  throw error;
}

function plain(address: string): string {
  return URL.canParse(address) ? new URL(address).href.replace(/\/+$/, "") : address;
}
