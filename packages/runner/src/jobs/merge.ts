// merge.execute: the heads of several pull requests become one branch. An agent solves the conflicts.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { git, GitFailed } from "../git/git";
import { commitOf, remoteBranch } from "../git/mirror";
import type { Mirror } from "../git/mirror";
import { diffBetween, filesAt, head, identity, resetTo } from "../git/commits";
import { push } from "../git/push";
import { removeClean } from "../git/worktree";
import type { MergeJob } from "../service/delivery";
import { agentFor } from "../work/agents";
import { Hopeless } from "../work/tools";
import type { Job } from "../work/tools";
import { checkOut } from "./checkout";
import { talk } from "./talk";

type MergeRun = NonNullable<MergeJob["mergeRun"]>;
type PullRequest = MergeRun["pullRequests"][number];

/** `into: "base"` pushes the result to the base branch itself, otherwise it is a branch of its own. */
interface MergeConfig {
  into: "base" | "branch";
}

export async function mergePullRequests(job: Job<MergeJob>): Promise<void> {
  const { mergeRun } = job.claim;
  if (mergeRun === null || (mergeRun.status !== "pending" && mergeRun.status !== "running")) return;
  const { id: mergeRunId } = mergeRun;
  await job.call("mergeRun.updateStatus", { mergeRunId, status: "running" });
  try {
    await merge(job, mergeRun);
  } catch (error) {
    if (!(error instanceof Hopeless)) throw error;
    await job.call("mergeRun.updateStatus", { mergeRunId, status: "failed", error: error.message.slice(0, 10_000) });
    return;
  }
  await job.call("mergeRun.updateStatus", { mergeRunId, status: "completed" });
}

async function merge(job: Job<MergeJob>, mergeRun: MergeRun): Promise<void> {
  const { call, claim, signal } = job;
  const { id: mergeRunId, pullRequests, baseBranch } = mergeRun;
  const branch = `switchyard/merge-${mergeRunId.slice(-12)}`;
  const wanted = { repoUrl: claim.project.gitRepoUrl, baseBranch, name: mergeRunId, branch };
  const { mirror, worktree, base } = await checkOut(job, wanted);
  const { folder } = worktree;
  const start = await commitOf(mirror, remoteBranch(base));
  if (start === null) throw new Hopeless(`The repository has no branch ${base}.`);
  // A merge that was interrupted begins anew, since the heads may have moved.
  await git(["merge", "--abort"], { cwd: folder }).catch(() => "");
  await resetTo(folder, start);
  const place = {
    mergeRunId,
    runtimeSandboxId: `${claim.id}/${randomUUID()}`,
    status: "running" as const,
    branchName: branch,
  };
  const { id: sandboxId } = await call("sandbox.create", place);
  for (const pullRequest of pullRequests) {
    job.doing(`merges #${pullRequest.prNumber}`);
    await mergeOne({ job, mirror, folder, sandboxId }, pullRequest);
  }
  const made = await head(folder);
  await call("sandbox.reportDiff", { sandboxId, diff: await diffBetween(folder, start, made) });
  await call("sandbox.reportFiles", { sandboxId, files: await filesAt(folder, made) });
  await push(mirror, configOf(mergeRun).into === "base" ? base : branch, made, signal);
  await call("sandbox.updateStatus", { sandboxId, status: "stopped" });
  // The remote has everything now. After a failure the worktree stays, so that somebody can look into it.
  await removeClean(mirror, folder);
}

function configOf({ config }: MergeRun): MergeConfig {
  const into = typeof config === "object" && config !== null && "into" in config ? config.into : undefined;
  return { into: into === "base" ? "base" : "branch" };
}

interface Merging {
  job: Job<MergeJob>;
  mirror: Mirror;
  folder: string;
  sandboxId: string;
}

async function mergeOne(merging: Merging, pullRequest: PullRequest): Promise<void> {
  const { job, mirror, folder } = merging;
  const commit = await headOfRequest(mirror, pullRequest, job.signal);
  const { gitCommitName, gitCommitEmail } = job.claim.settings;
  const author = { name: gitCommitName ?? "Switchyard", email: gitCommitEmail ?? "runner@switchyard.invalid" };
  const options = { cwd: folder, env: identity(author) };
  const title = `Merge pull request #${pullRequest.prNumber}`;
  const clean = await git(["merge", "--no-ff", "--no-verify", "--no-gpg-sign", "-m", title, commit], options).then(
    () => true,
    (error: unknown) => {
      if (error instanceof GitFailed && error.code === 1) return false;
      throw error;
    },
  );
  if (clean) return;
  await solve(merging, pullRequest);
  await git(["add", "--all"], options);
  await git(["commit", "--quiet", "--no-verify", "--no-gpg-sign", "-m", title], options);
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

async function solve({ job, folder, sandboxId }: Merging, { prNumber }: PullRequest): Promise<void> {
  const listed = await git(["diff", "--name-only", "--diff-filter=U", "-z"], { cwd: folder });
  const files = listed.split("\0").filter((name) => name !== "");
  const task = `Merging pull request #${prNumber} has conflicts in: ${files.join(", ")}.`;
  const prompt = `${task} Solve them so that both intentions stay, and remove all conflict markers. Do not commit.`;
  const agent = agentFor(job.tools, { step: job.claim.kind, role: "designer" });
  const model = job.claim.settings.mergingModel;
  const env = { SWITCHYARD_INSTRUCTIONS: task, SWITCHYARD_CONFLICTS: files.join("\n") };
  await talk(job, { agent, sandboxId, worktree: folder, prompt, model, env });
  for (const name of files) {
    const text = await readFile(path.join(folder, name), "utf8").catch(() => "");
    if (/^(<{7} |>{7} |={7}$)/m.test(text))
      throw new Hopeless(`${name} still has conflicts after the agent has worked on it.`);
  }
}
