// Asks the code host which pull requests of a merge run are open.
import { CodeHostError } from "../../codeHosts/errors";
import type { PullRequestState } from "../../codeHosts/codeHost";
import type { Mirror } from "../../git/mirror";
import type { MergeJob } from "../../service/claims";
import { PermanentJobError } from "../../jobs/contract";
import type { Job } from "../../jobs/contract";
import { connectToCodeHost } from "../../codeHosts/projectKey";
import { reportPullRequest } from "./reportPullRequest";
import type { PullRequest } from "./context";

/**
 * Returns the pull requests that must be merged: the host may have merged some already. Throws PermanentJobError
 * when one is closed or is not there. Without a key for the host, git alone decides.
 */
export async function findUnmergedPullRequests(
  job: Job<MergeJob>,
  mirror: Mirror,
  all: PullRequest[],
): Promise<PullRequest[]> {
  const host = await connectToCodeHost(job, mirror.url);
  if (host === null) return all;
  const open: PullRequest[] = [];
  const faults: string[] = [];
  for (const request of all) {
    const now = await host.read(request.prNumber, job.signal).catch((error: unknown) => {
      if (!(error instanceof CodeHostError)) throw error;
      job.reportProgress(`does not know whether #${request.prNumber} is open: ${error.message}`);
      return "unknown" as const;
    });
    if (now === "unknown" || now?.state === "open" || now?.state === "draft") open.push(request);
    else if (now?.state === "merged") job.reportProgress(`leaves out #${request.prNumber}, which is merged already`);
    else faults.push(await faultOf(job, mirror, request, now));
  }
  if (faults.length > 0) throw new PermanentJobError(faults.join(" "));
  return open;
}

async function faultOf(job: Job<MergeJob>, mirror: Mirror, request: PullRequest, now: PullRequestState | null) {
  const name = `Pull request #${request.prNumber} (${request.prUrl})`;
  if (now === null) return `${name} does not exist at the code host, or the project's key may not see it.`;
  await reportPullRequest(job, mirror, request, "closed");
  return `${name} is closed at the code host: open it again, or leave it out.`;
}
