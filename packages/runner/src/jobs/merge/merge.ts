// merge.execute: the heads of several pull requests become one branch. An agent solves the conflicts.
import { randomUUID } from "node:crypto";
import { git, GitFailed } from "../../git/git";
import { commitOf, isAncestor, remoteBranch } from "../../git/mirror";
import type { Mirror } from "../../git/mirror";
import { diffBetween, filesAt, head, identity, resetTo } from "../../git/commits";
import { push } from "../../git/push";
import { headOf, removeClean } from "../../git/worktree";
import type { MergeJob } from "../../service/delivery";
import { Hopeless } from "../../work/tools";
import type { Job } from "../../work/tools";
import { checkOut } from "../checkout";
import { mergeOne, rebaseOne } from "./combine";
import { readMergeConfig } from "./config";
import type { MergeConfig } from "./config";
import type { Merging, MergeRun, PullRequest } from "./merging";

export async function mergePullRequests(job: Job<MergeJob>): Promise<void> {
  const { mergeRun } = job.claim;
  if (mergeRun === null || (mergeRun.status !== "pending" && mergeRun.status !== "running")) return;
  const { id: mergeRunId } = mergeRun;
  await job.call("mergeRun.updateStatus", { mergeRunId, status: "running" });
  try {
    await merge(job, mergeRun, readMergeConfig(mergeRun.config));
  } catch (error) {
    if (!(error instanceof Hopeless)) throw error;
    await job.call("mergeRun.updateStatus", { mergeRunId, status: "failed", error: error.message.slice(0, 10_000) });
    return;
  }
  await job.call("mergeRun.updateStatus", { mergeRunId, status: "completed" });
}

async function merge(job: Job<MergeJob>, mergeRun: MergeRun, config: MergeConfig): Promise<void> {
  const { claim, signal } = job;
  const branch = `switchyard/merge-${mergeRun.id.slice(-12)}`;
  const { baseBranch } = mergeRun;
  const wanted = { repoUrl: claim.project.gitRepoUrl, baseBranch, name: mergeRun.id, branch };
  const { mirror, worktree, base } = await checkOut(job, wanted);
  const target = config.into === "base" ? base : branch;
  if (!(await isPushed(mirror, branch, target))) {
    const made = await combine(job, mergeRun, { config, mirror, folder: worktree.folder, base, branch });
    await push(mirror, target, made, signal);
  }
  // The remote has everything now. After a failure the worktree stays, so that somebody can look into it.
  await removeClean(mirror, worktree.folder);
}

/** An earlier claim may have been interrupted after its push. Doing it again would make other commits. */
async function isPushed(mirror: Mirror, branch: string, target: string): Promise<boolean> {
  const made = await headOf(mirror, branch);
  if (made === null || (await commitOf(mirror, remoteBranch(target))) === null) return false;
  return await isAncestor(mirror, made, remoteBranch(target));
}

interface Combining {
  config: MergeConfig;
  mirror: Mirror;
  folder: string;
  base: string;
  branch: string;
}

/** Returns the commit that has all pull requests. The branch of that name in the mirror is at it. */
async function combine(job: Job<MergeJob>, mergeRun: MergeRun, combining: Combining): Promise<string> {
  const { call, claim } = job;
  const { config, mirror, folder, base, branch } = combining;
  const start = await commitOf(mirror, remoteBranch(base));
  if (start === null) throw new Hopeless(`The repository has no branch ${base}.`);
  // Work that was interrupted begins anew, since the heads may have moved. This also ends an open merge or pick.
  await resetTo(folder, start);
  const runtimeSandboxId = `${claim.id}/${randomUUID()}`;
  const place = { mergeRunId: mergeRun.id, runtimeSandboxId, status: "running" as const, branchName: branch };
  const { id: sandboxId } = await call("sandbox.create", place);
  const { gitCommitName, gitCommitEmail } = claim.settings;
  const author = { name: gitCommitName ?? "Switchyard", email: gitCommitEmail ?? "runner@switchyard.invalid" };
  const merging: Merging = { job, mirror, folder, sandboxId, env: identity(author) };
  for (const pullRequest of mergeRun.pullRequests) {
    job.doing(`${config.method === "merge" ? "merges" : "rebases"} #${pullRequest.prNumber}`);
    const commit = await headOfRequest(mirror, pullRequest, job.signal);
    await (config.method === "merge" ? mergeOne : rebaseOne)(merging, pullRequest, commit);
  }
  const made = await head(folder);
  await call("sandbox.reportDiff", { sandboxId, diff: await diffBetween(folder, start, made) });
  await call("sandbox.reportFiles", { sandboxId, files: await filesAt(folder, made) });
  await git(["update-ref", `refs/heads/${branch}`, made], { cwd: mirror.folder });
  await call("sandbox.updateStatus", { sandboxId, status: "stopped" });
  return made;
}

/** Code hosts keep the heads of pull requests under one of these names. */
async function headOfRequest(mirror: Mirror, { prNumber, prUrl }: PullRequest, signal: AbortSignal): Promise<string> {
  const { folder: cwd, credential } = mirror;
  const own = `refs/switchyard/requests/${prNumber}`;
  for (const name of [`refs/pull/${prNumber}/head`, `refs/merge-requests/${prNumber}/head`]) {
    try {
      await git(["fetch", "--quiet", "--no-tags", "origin", `+${name}:${own}`], { cwd, credential, signal });
      const commit = await commitOf(mirror, own);
      if (commit !== null) return commit;
    } catch (error) {
      if (!(error instanceof GitFailed) || !error.output.includes("couldn't find remote ref")) throw error;
    }
  }
  throw new Hopeless(`The repository has no pull request ${prNumber} (${prUrl}).`);
}
