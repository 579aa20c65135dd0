// Where a dev server works: in the worktree of the run as long as there is one, so that it shows what the agent
// changes, and otherwise in a checkout of its own of the run's branch.
import { existsSync } from "node:fs";
import path from "node:path";
import type { Mirror } from "../../git/mirror";
import { deleteWorktree, newestCommitOf, openWorktree } from "../../git/worktree";
import type { DevServerJob, Sandbox } from "../../service/claims";
import { DeferJobError } from "../../jobs/contract";
import type { Job } from "../../jobs/contract";
import { messageRetryMs } from "../message";
import type { Configuration } from "../../config/configuration";
import type { Folders } from "../../jobs/folders";
import type { WorkRecords } from "../../state/workRecords";
import { openRepository } from "../../worktrees/repository";
import type { RepositoryTools } from "../../worktrees/repository";
import type { SetupTools } from "../../worktrees/setup";
import type { WorktreeUses } from "../../worktrees/worktreeUses";
import { needsSetup, SetupError, setUpWorktree } from "../../worktrees/setup";
import { DevServerError } from "./error";

export type DevServerTools = RepositoryTools &
  SetupTools & {
    configuration: Pick<Configuration, "devServer" | "devServerMinutes">;
    folders: Pick<Folders, "servers">;
    records: Pick<WorkRecords, "all">;
    worktreeUses: Pick<WorktreeUses, "useDuring">;
    /** The ports of the dev servers that work now, by their sandbox. */
    devServerPorts: Map<string, number>;
  };

export interface ServerWorktree {
  worktree: string;
  /** Whose objects the worktree reads. */
  mirror: string;
}

/** Throws DevServerError when there is nothing to serve, and DeferJobError when another runner has it. */
export async function withServerWorktree(
  job: Job<DevServerJob, DevServerTools>,
  sandbox: Sandbox,
  work: (place: ServerWorktree) => Promise<void>,
): Promise<void> {
  const { worktreeUses, records } = job.tools;
  if (sandbox.branchName === null) throw new DevServerError("The sandbox has no branch, so there is nothing to serve.");
  const { runId, branchName } = sandbox;
  const record = (await records.all()).find((one) => one.subjectId === runId && one.branch === branchName);
  if (record !== undefined) {
    const { worktree, mirror } = record;
    // The end of the run may have removed it.
    const isThere = await worktreeUses.useDuring(worktree, async () => {
      if (!existsSync(worktree)) return false;
      await work({ worktree, mirror });
      return true;
    });
    if (isThere) return;
  }
  if (sandbox.status === "running") {
    throw new DeferJobError(
      Date.now() + messageRetryMs(job.claim.fence),
      "Another runner has the worktree of this sandbox.",
    );
  }
  await inCheckout(job, sandbox, sandbox.branchName, work);
}

async function inCheckout(
  job: Job<DevServerJob, DevServerTools>,
  { runId }: Sandbox,
  branch: string,
  work: (place: ServerWorktree) => Promise<void>,
): Promise<void> {
  const { claim, call, tools } = job;
  const run = runId === null ? null : await call("run.get", { runId });
  const mirror = await openRepository(job, run?.gitRepoUrl ?? claim.project.gitRepoUrl);
  const begin = await newestCommitOf(mirror, branch);
  if (begin === null) throw new DevServerError(`The branch ${branch} is not in the repository, nor at this runner.`);
  const folder = path.join(tools.folders.servers, claim.id);
  const { quarantine } = tools.folders;
  try {
    await openWorktree({ mirror, folder, branch, begin, quarantine });
    await prepare(job, mirror, folder);
    await work({ worktree: folder, mirror: mirror.folder });
  } finally {
    await deleteWorktree(mirror, folder);
  }
}

async function prepare(job: Job<DevServerJob, DevServerTools>, mirror: Mirror, worktree: string): Promise<void> {
  if (!needsSetup(job)) return;
  try {
    await setUpWorktree(job, { mirror, worktree, env: job.claim.settings.envVars });
  } catch (error) {
    throw error instanceof SetupError ? new DevServerError(error.message, error.output) : error;
  }
}
