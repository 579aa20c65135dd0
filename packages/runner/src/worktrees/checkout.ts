// A worktree of the project's repository for a job that is not a run.
import path from "node:path";
import { remoteBranchRef } from "../git/mirror";
import { defaultBranch } from "../git/defaultBranch";
import type { Mirror } from "../git/mirror";
import { MissingBranchError, openWorktree } from "../git/worktree";
import type { Worktree } from "../git/worktree";
import { PermanentJobError } from "../jobs/contract";
import type { Job } from "../jobs/contract";
import type { Folders } from "../jobs/folders";
import type { Claim } from "../service/claims";
import { openRepository } from "./repository";
import type { RepositoryTools } from "./repository";

export type CheckoutTools = RepositoryTools & {
  folders: Pick<Folders, "worktrees">;
  /** The ids of the runs, and the names of other worktrees, that are in use. */
  activeWork: Set<string>;
};

interface Wanted {
  repoUrl: string | null;
  /** Null: the branch that the remote names as its main one. */
  baseBranch: string | null;
  name: string;
  branch: string;
}

interface Checkout {
  mirror: Mirror;
  worktree: Worktree;
  base: string;
}

/** The worktree counts as used until `work` is done. */
export async function withCheckout<Result>(
  job: Job<Claim, CheckoutTools>,
  wanted: Wanted,
  work: (checkout: Checkout) => Promise<Result>,
): Promise<Result> {
  const { activeWork } = job.tools;
  activeWork.add(wanted.name);
  try {
    return await work(await checkOut(job, wanted));
  } finally {
    activeWork.delete(wanted.name);
  }
}

async function checkOut(job: Job<Claim, CheckoutTools>, wanted: Wanted): Promise<Checkout> {
  const { tools, signal } = job;
  const mirror = await openRepository(job, wanted.repoUrl);
  const base = wanted.baseBranch ?? (await defaultBranch(mirror, "main", signal));
  const folder = path.join(tools.folders.worktrees, wanted.name);
  const { quarantine } = tools.folders;
  const opening = openWorktree({
    mirror,
    folder,
    branch: wanted.branch,
    begin: remoteBranchRef(base),
    quarantine,
  });
  const worktree = await opening.catch((error: unknown) => {
    throw error instanceof MissingBranchError ? new PermanentJobError(error.message) : error;
  });
  return { mirror, worktree, base };
}
