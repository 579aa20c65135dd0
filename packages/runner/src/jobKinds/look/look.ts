// pullRequest.look: what the code host says about a pull request, whichever runner has opened it. The service says when
// to look again, so a look that meets a limit or a fault ends with its reason and repeats nothing.
import type { AnswerFiles } from "../../codeHosts/answers";
import { buildCheckReport } from "../../codeHosts/checks";
import type { HostMemory } from "../../codeHosts/client";
import { CodeHostError } from "../../codeHosts/errors";
import type { FollowedPullRequest, ReadPullRequest } from "../../codeHosts/followedPullRequest";
import type { HostLimits } from "../../codeHosts/limits";
import { connectToRequest } from "../../codeHosts/projectKey";
import { findPullRequestLocation } from "../../codeHosts/pullRequestAddress";
import { oneRow } from "../../codeHosts/texts";
import { PermanentJobError } from "../../jobs/contract";
import type { Job } from "../../jobs/contract";
import type { LookJob } from "../../service/claims";
import { whatToReport } from "./whatToReport";

export interface LookTools {
  hostAnswers: AnswerFiles;
  hostLimits: HostLimits;
}

type Look = Pick<Job<LookJob, LookTools>, "call" | "signal" | "tools" | "reportProgress"> & {
  claim: Pick<LookJob, "projectId" | "prUrl" | "runId" | "mergeRunId" | "base">;
};

/** A request has dozens of answers, and a slow host would keep others waiting with each of them. */
const patienceSeconds = 120;

/** `deadline` aborts when the look has taken too long as a whole. */
export async function lookAtPullRequest(
  job: Look,
  deadline: AbortSignal = AbortSignal.timeout(patienceSeconds * 1000),
): Promise<void> {
  const { claim, tools } = job;
  // The run, or its request, is gone.
  if (claim.prUrl === null || (claim.runId ?? claim.mergeRunId) === null) return;
  // A command may have opened it at any host. No look would ever find out more there.
  if (findPullRequestLocation(claim.prUrl) === null)
    return job.reportProgress(`reads nothing: ${claim.prUrl} is not the address of a request at GitHub or GitLab`);
  // What one project may read is not another's.
  const subject = `${claim.projectId} ${claim.prUrl}`;
  const memory = { answers: await tools.hostAnswers.read(subject), limits: tools.hostLimits };
  try {
    const isOver = await look({ ...job, signal: AbortSignal.any([job.signal, deadline]) }, claim.prUrl, memory);
    if (isOver) return await tools.hostAnswers.remove(subject);
  } catch (error) {
    job.signal.throwIfAborted();
    const reason = reasonOf(error, deadline);
    if (reason === null) throw error;
    await tools.hostAnswers.write(subject, memory.answers);
    throw new PermanentJobError(`The pull request could not be read: ${reason.replace(/\.$/, "")}.`);
  }
  await tools.hostAnswers.write(subject, memory.answers);
}

/** Null for a fault of something else than the host. What the deadline cuts off may look like one that broke off. */
function reasonOf(error: unknown, deadline: AbortSignal): string | null {
  const isOfHost = error instanceof CodeHostError;
  if (deadline.aborted && (isOfHost || error === deadline.reason))
    return `the look took longer than ${patienceSeconds} seconds in all`;
  return isOfHost ? error.message : null;
}

/** Returns whether the request has ended, so that nobody looks at it again. */
async function look(job: Look, prUrl: string, memory: HostMemory): Promise<boolean> {
  const request = await connectToRequest(job, prUrl, memory);
  const found = await request.readPullRequest();
  if (found === null) throw new CodeHostError(`${prUrl} does not exist, or the project's key may not see it`, 404);
  if (found.checks === null) job.reportProgress("reports no checks: the project's key may not see them");
  await reportRequest(job, found);
  if (found.state === "merged" || found.state === "closed") return true;
  await reportFeedback(job, request, found);
  return false;
}

/** The service takes no longer names, and hosts have none. */
const maxBranch = 255;

async function reportRequest({ claim, call }: Look, found: ReadPullRequest): Promise<void> {
  const { runId, mergeRunId, prUrl } = claim;
  const { state, head, mergeable, approvals, changesRequested, checks } = found;
  // A host that says no branch has not changed it. One that says more than a branch can be called hinders no report.
  const base = oneRow(found.base, maxBranch) || claim.base || "unknown";
  const subject = runId === null ? { mergeRunId } : { runId };
  const report = checks === null ? null : buildCheckReport(checks);
  const votes = { approvals, changesRequested };
  await call("run.reportRequest", { ...subject, prUrl, state, head, base, mergeable, ...votes, ...report });
}

/** The service takes no more items at once. */
const maxItems = 100;

/** A merge run does not continue, so nobody waits for what is said about its request. */
async function reportFeedback(
  { claim, call }: Look,
  request: FollowedPullRequest,
  found: ReadPullRequest,
): Promise<void> {
  const { runId } = claim;
  if (runId === null) return;
  const feedback = await request.readFeedback();
  const items = whatToReport(feedback, await call("run.listOpenFeedback", { runId }), found);
  for (let from = 0; from < items.length; from += maxItems) {
    const some = items.filter((_, index) => index >= from && index < from + maxItems);
    await call("run.reportFeedback", { runId, items: some });
  }
}
