// repository.check: whether a repository can be used for runs, and where they would begin. Nothing is fetched.
import { mkdir, mkdtemp } from "node:fs/promises";
import path from "node:path";
import { removeTemporary } from "../agentFiles/removeFolder";
import { redactCredentials } from "../git/redact";
import { RemoteGitError } from "../git/remoteGit";
import { readRemoteBranches } from "../git/remoteBranches";
import type { RemoteBranches } from "../git/remoteBranches";
import { PermanentJobError } from "../jobs/contract";
import type { Job } from "../jobs/contract";
import type { Folders } from "../jobs/folders";
import type { Log } from "../log/events";
import type { RepositoryCheckJob } from "../service/claims";
import type { RepositoryReport } from "../service/operations";
import { findRemote } from "../worktrees/repository";
import type { RepositoryTools } from "../worktrees/repository";
import { MissingFolderError } from "../worktrees/repositoryAddress";

export interface RepositoryCheckTools {
  configuration: RepositoryTools["configuration"];
  folders: Pick<Folders, "temporary">;
  log: Log;
}

type CheckJob = Job<RepositoryCheckJob, RepositoryCheckTools>;
type Asked = NonNullable<RepositoryCheckJob["repositoryCheck"]>;

export async function checkRepository(job: CheckJob): Promise<void> {
  const { repositoryCheck: asked } = job.claim;
  if (asked === null) return;
  job.reportProgress("checks a repository");
  await job.call("repositoryCheck.report", { checkId: asked.id, ...(await findOut(job, asked)) });
}

async function findOut(job: CheckJob, { gitRepoUrl, branchName }: Asked): Promise<RepositoryReport> {
  try {
    return describe(await readBranches(job, gitRepoUrl), branchName);
  } catch (error) {
    if (error instanceof RemoteGitError) {
      job.tools.log({ kind: "remoteFailed", message: error.forLog });
      return { status: "failed", ...error.failure };
    }
    if (!(error instanceof PermanentJobError)) throw error;
    const reason = error instanceof MissingFolderError ? "not_found" : "not_allowed";
    return { status: "failed", reason, error: redactCredentials(error.message) };
  }
}

async function readBranches(job: CheckJob, address: string): Promise<RemoteBranches> {
  const { tools, signal } = job;
  const { url, credential } = await findRemote(job, address);
  await mkdir(tools.folders.temporary, { recursive: true });
  const cwd = await mkdtemp(path.join(tools.folders.temporary, "check-"));
  try {
    return await readRemoteBranches(url, { cwd, credential, signal });
  } finally {
    await removeTemporary(cwd);
  }
}

function describe({ defaultBranch, commits }: RemoteBranches, asked: string | null): RepositoryReport {
  if (commits.size === 0) {
    const error = "The repository has no commit yet. Push a first one, then check again.";
    return { status: "failed", reason: "no_branches", error };
  }
  const baseBranch = asked ?? defaultBranch;
  if (baseBranch === null) {
    const error = "The repository names no default branch. Say at which branch the work begins.";
    return { status: "failed", reason: "no_branch", error };
  }
  const headCommit = commits.get(baseBranch);
  if (headCommit !== undefined) return { status: "ok", defaultBranch, baseBranch, headCommit };
  const instead = defaultBranch === null ? "" : ` Its default branch is ${defaultBranch}.`;
  const error = `The repository has no branch ${baseBranch}.${instead}`;
  return { status: "failed", reason: "no_branch", error, defaultBranch };
}
