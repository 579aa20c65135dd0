// merge.execute: the heads of several pull requests become one branch. An agent solves the conflicts.
import { randomUUID } from "node:crypto";
import { importObjects, readCheckedOutCommit } from "../../git/importObjects";
import { checkoutOf, resolveCommit, isAncestor, remoteBranchRef, setRef } from "../../git/mirror";
import type { Mirror } from "../../git/mirror";
import { diffBetween, filesAt, authorVariables, resetTo } from "../../git/commits";
import { push } from "../../git/push";
import { newestCommitOf, removeIfClean } from "../../git/worktree";
import type { MergeJob, MergeRun } from "../../service/claims";
import { PermanentJobError } from "../../jobs/contract";
import type { Job } from "../../jobs/contract";
import { withCheckout } from "../../worktrees/checkout";
import { mergePullRequest, rebasePullRequest } from "./combine";
import { readMergeConfig } from "./config";
import type { MergeConfig } from "./config";
import { fetchPullRequestHead } from "./pullRequestHead";
import { proposePullRequest } from "../../codeHosts/proposePullRequest";
import type { MergeTools, MergeContext, PullRequest } from "./context";
import { reportMergedPullRequests } from "./reportPullRequest";
import { findUnmergedPullRequests } from "./unmergedPullRequests";
import { truncate } from "../../text/truncate";

export async function mergePullRequests(job: Job<MergeJob, MergeTools>): Promise<void> {
  const { mergeRun } = job.claim;
  if (mergeRun === null || (mergeRun.status !== "pending" && mergeRun.status !== "running")) return;
  const { id: mergeRunId } = mergeRun;
  await job.call("mergeRun.updateStatus", { mergeRunId, status: "running" });
  try {
    const made = await merge(job, mergeRun, readMergeConfig(mergeRun.config));
    await job.call("mergeRun.updateStatus", { mergeRunId, status: "completed", ...made });
  } catch (error) {
    if (!(error instanceof PermanentJobError)) throw error;
    await job.call("mergeRun.updateStatus", { mergeRunId, status: "failed", error: truncate(error.message, 10_000) });
  }
}

/** Returns the address of the combined pull request, if there is one. */
async function merge(
  job: Job<MergeJob, MergeTools>,
  mergeRun: MergeRun,
  config: MergeConfig,
): Promise<{ prUrl?: string }> {
  const branch = `switchyard/merge-${mergeRun.id.slice(-12)}`;
  const { baseBranch } = mergeRun;
  const wanted = { repoUrl: job.claim.project.gitRepoUrl, baseBranch, name: mergeRun.id, branch };
  return await withCheckout(job, wanted, async ({ mirror, worktree, base }) => {
    const target = config.into === "base" ? base : branch;
    if (!(await isPushed(mirror, branch, target))) {
      const requests = await findUnmergedPullRequests(job, mirror, mergeRun.pullRequests);
      const made = await combine(job, mergeRun, { requests, config, mirror, folder: worktree.folder, base, branch });
      await push(mirror, { branch: target, commit: made }, job.signal);
    }
    // The remote has everything now. After a failure the worktree stays, so that somebody can look into it.
    await removeIfClean(mirror, worktree.folder);
    if (config.into === "branch") return await proposeMerge(job, mergeRun, { mirror, base, branch });
    await reportMergedPullRequests(job, mirror, mergeRun.pullRequests);
    return {};
  });
}

async function proposeMerge(
  job: Job<MergeJob, MergeTools>,
  { pullRequests }: MergeRun,
  { mirror, base: into, branch: from }: Pick<Combining, "mirror" | "base" | "branch">,
): Promise<{ prUrl?: string }> {
  if (await isAncestor(mirror, remoteBranchRef(from), remoteBranchRef(into))) return {};
  const title = `Merge ${pullRequests.map(({ prNumber }) => `#${prNumber}`).join(", ")}`;
  const text = `Combines:\n${pullRequests.map(({ prUrl }) => `- ${prUrl}`).join("\n")}\n`;
  const made = await proposePullRequest(job, mirror, { title, text, from, into });
  return made === null ? {} : { prUrl: made.url };
}

/** An earlier claim may have been interrupted after its push. Doing it again would make other commits. */
async function isPushed(mirror: Mirror, branch: string, target: string): Promise<boolean> {
  const made = await newestCommitOf(mirror, branch);
  if (made === null || (await resolveCommit(mirror, remoteBranchRef(target))) === null) return false;
  return await isAncestor(mirror, made, remoteBranchRef(target));
}

interface Combining {
  requests: PullRequest[];
  config: MergeConfig;
  mirror: Mirror;
  folder: string;
  base: string;
  branch: string;
}

/** Returns the commit that has all pull requests. The branch of that name in the mirror is at it. */
async function combine(job: Job<MergeJob, MergeTools>, mergeRun: MergeRun, combining: Combining): Promise<string> {
  const { call, claim } = job;
  const { requests, config, mirror, folder, base, branch } = combining;
  const start = await resolveCommit(mirror, remoteBranchRef(base));
  if (start === null) throw new PermanentJobError(`The repository has no branch ${base}.`);
  // Work that was interrupted starts again, since the heads may have moved. This also ends an open merge or pick.
  await resetTo(mirror, folder, start);
  const runtimeSandboxId = `${claim.id}/${randomUUID()}`;
  const place = { mergeRunId: mergeRun.id, runtimeSandboxId, status: "running" as const, branchName: branch };
  const { id: sandboxId } = await call("sandbox.create", place);
  const { gitCommitName, gitCommitEmail } = claim.settings;
  const author = { name: gitCommitName ?? "Switchyard", email: gitCommitEmail ?? "runner@switchyard.invalid" };
  const checkout = checkoutOf(mirror, folder);
  const merging: MergeContext = { job, mirror, folder, checkout, sandboxId, env: authorVariables(author) };
  for (const pullRequest of requests) {
    job.reportProgress(`${config.method === "merge" ? "merges" : "rebases"} #${pullRequest.prNumber}`);
    const commit = await fetchPullRequestHead(mirror, pullRequest, job.signal);
    await (config.method === "merge" ? mergePullRequest : rebasePullRequest)(merging, pullRequest, commit);
  }
  const made = await readCheckedOutCommit(checkout);
  await importObjects(checkout, [made]);
  if (!(await isAncestor(mirror, start, made))) throw new PermanentJobError(`An agent has gone back behind ${base}.`);
  await call("sandbox.reportDiff", { sandboxId, diff: await diffBetween(mirror, start, made) });
  await call("sandbox.reportFiles", { sandboxId, files: await filesAt(mirror, made) });
  await setRef(mirror, `refs/heads/${branch}`, made);
  await call("sandbox.updateStatus", { sandboxId, status: "stopped" });
  return made;
}
