// The worktree of a run: a detached checkout beside the mirror, never a checkout of a person.
import { existsSync } from "node:fs";
import { mkdir, readdir, realpath, rename, rm } from "node:fs/promises";
import path from "node:path";
import { git, GitFailed } from "./git";
import { commitOf, isAncestor, isNamed, remoteBranch } from "./mirror";
import type { Mirror } from "./mirror";
import { innerRepositories, notInside } from "./staging";

export interface Worktree {
  folder: string;
  branch: string;
  /** The commit at which the branch began. */
  base: string;
  /** Whether the worktree was there before, perhaps with work that nobody has committed. */
  isAdopted: boolean;
}

interface Wanted {
  mirror: Mirror;
  folder: string;
  branch: string;
  /** The commit, or its name, at which a new branch begins. */
  begin: string;
  /** Where a folder that is in the way is moved to. */
  quarantine: string;
  signal: AbortSignal;
}

/** There is nothing to begin at. Trying again would not help. */
export class NoBase extends Error {}

/** Adopts the run's worktree if it is there, and makes it otherwise. */
export async function openWorktree(wanted: Wanted): Promise<Worktree> {
  const { mirror, folder, branch, quarantine, signal } = wanted;
  return await mirror.alone(async () => {
    await git(["worktree", "prune"], { cwd: mirror.folder, signal });
    const begin = await commitOf(mirror, wanted.begin);
    if (begin === null) throw new NoBase(`The repository has no branch ${wanted.begin.replace(remoteBranch(""), "")}.`);
    const head = (await headOf(mirror, branch)) ?? begin;
    const base = (await git(["merge-base", begin, head], { cwd: mirror.folder, signal })).trim();
    if (existsSync(folder)) {
      if (await reopen(mirror, folder)) return { folder, branch, base, isAdopted: true };
      await mkdir(quarantine, { recursive: true });
      await rename(folder, path.join(quarantine, `${path.basename(folder)}-${Date.now()}`));
      await git(["worktree", "prune"], { cwd: mirror.folder, signal });
    }
    await mkdir(path.dirname(folder), { recursive: true });
    await git(["worktree", "add", "--quiet", "--detach", folder, head], { cwd: mirror.folder, signal });
    return { folder, branch, base, isAdopted: false };
  });
}

/** The newest commit of the branch, here or at the remote. Null when it is nowhere. */
export async function headOf(mirror: Mirror, branch: string): Promise<string | null> {
  const here = await commitOf(mirror, `refs/heads/${branch}`);
  const there = await commitOf(mirror, remoteBranch(branch));
  if (here === null || there === null) return here ?? there;
  return (await isAncestor(mirror, there, here)) ? here : there;
}

/**
 * Removes a worktree that holds nothing but commits which the mirror keeps by a name. Returns false when there is more
 * in it: changes that nobody has committed, commits on no branch, or a repository of its own.
 */
export async function removeClean({ folder, alone }: Pick<Mirror, "folder" | "alone">, worktree: string) {
  return await alone(async () => {
    try {
      const commit = (await git(["rev-parse", "HEAD"], { cwd: worktree })).trim();
      if (!(await isNamed({ folder }, commit)) || !(await isClean(worktree))) return false;
      // Without force, git refuses every worktree of a repository that has submodules.
      await git(["worktree", "remove", "--force", worktree], { cwd: folder });
      return true;
    } catch (error) {
      if (error instanceof GitFailed) return false;
      throw error;
    }
  });
}

async function isClean(worktree: string): Promise<boolean> {
  const options = { cwd: worktree };
  if ((await git(["status", "--porcelain", "--untracked-files=normal", notInside], options)) !== "") return false;
  // A submodule, or a repository that the agent has cloned, may have commits that are nowhere else.
  for (const name of await innerRepositories(options)) {
    if ((await filesIn(path.join(worktree, name))) > 0) return false;
  }
  return true;
}

async function filesIn(folder: string): Promise<number> {
  return (await readdir(folder).catch(() => [])).length;
}

/** Returns false for a folder that is not a worktree of the mirror, where git would change another repository. */
export async function reopen(mirror: Pick<Mirror, "folder">, folder: string): Promise<boolean> {
  if (!(await isOurs(mirror, folder))) return false;
  await unlock(folder);
  return true;
}

/** Removes a checkout with everything in it. Its commits stay in the mirror. */
export async function discard({ folder, alone }: Pick<Mirror, "folder" | "alone">, worktree: string): Promise<void> {
  await alone(async () => {
    await rm(worktree, { recursive: true, force: true });
    await git(["worktree", "prune"], { cwd: folder });
  });
}

async function isOurs(mirror: Pick<Mirror, "folder">, folder: string): Promise<boolean> {
  try {
    const common = (await git(["rev-parse", "--path-format=absolute", "--git-common-dir"], { cwd: folder })).trim();
    const top = (await git(["rev-parse", "--show-toplevel"], { cwd: folder })).trim();
    return (
      (await realpath(common)) === (await realpath(mirror.folder)) && (await realpath(top)) === (await realpath(folder))
    );
  } catch (error) {
    if (error instanceof GitFailed) return false;
    throw error;
  }
}

/** A killed git leaves its locks behind. Only this runner works in the worktree, so nobody holds them any more. */
async function unlock(folder: string): Promise<void> {
  const own = (await git(["rev-parse", "--path-format=absolute", "--git-dir"], { cwd: folder })).trim();
  await rm(path.join(own, "index.lock"), { force: true });
  await rm(path.join(own, "HEAD.lock"), { force: true });
}
