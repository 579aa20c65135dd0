// The worktree of a run: a repository of its own beside the mirror, never a checkout of a person.
import { existsSync } from "node:fs";
import { mkdir, readdir, rename } from "node:fs/promises";
import path from "node:path";
import { removeFolder } from "../agentFiles/removeFolder";
import { git } from "./git";
import { inside } from "./isolatedGit";
import { isOurs, layRepository, populate } from "./worktreeRepository";
import { otherWork } from "./commits";
import { headInside, Unusable } from "./importObjects";
import { GitKilled } from "./gitKilled";
import { checkoutOf, commitOf, isAncestor, isNamed, remoteBranch, removeRef, setRef } from "./mirror";
import type { Home, Mirror } from "./mirror";
import { GitFailed } from "./runGit";
import { innerRepositories, notInside } from "./staging";
import { unlock } from "./removeTraps";
import { worktreeRef } from "./worktreeRef";

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
}

/** There is nothing to begin at. Trying again would not help. */
export class NoBase extends Error {}

/** Adopts the run's worktree if it is there, and makes it otherwise. */
export async function openWorktree(wanted: Wanted): Promise<Worktree> {
  const { mirror, folder, branch, quarantine } = wanted;
  const begin = await commitOf(mirror, wanted.begin);
  if (begin === null) throw new NoBase(`The repository has no branch ${wanted.begin.replace(remoteBranch(""), "")}.`);
  const head = (await headOf(mirror, branch)) ?? begin;
  const base = (await git(["merge-base", begin, head], { cwd: mirror.folder, signal: mirror.signal })).trim();
  if (existsSync(folder)) {
    if (await reopen(mirror, folder)) return { folder, branch, base, isAdopted: true };
    await setAside(folder, quarantine);
  }
  await setRef(mirror, worktreeRef(folder), head);
  await mkdir(folder, { recursive: true });
  await layRepository(mirror, folder, head);
  await populate(mirror, folder);
  return { folder, branch, base, isAdopted: false };
}

/** Moves a folder that cannot be used out of the way, for somebody to look into. Returns where it is. */
export async function setAside(folder: string, quarantine: string): Promise<string> {
  const aside = path.join(quarantine, `${path.basename(folder)}-${Date.now()}`);
  await mkdir(quarantine, { recursive: true });
  await rename(folder, aside);
  return aside;
}

/** The newest commit of the branch, here or at the remote. Null when it is nowhere. */
export async function headOf(mirror: Pick<Mirror, "folder">, branch: string): Promise<string | null> {
  const here = await commitOf(mirror, `refs/heads/${branch}`);
  const there = await commitOf(mirror, remoteBranch(branch));
  if (here === null || there === null) return here ?? there;
  return (await isAncestor(mirror, there, here)) ? here : there;
}

/**
 * Removes a worktree that holds only commits which the mirror keeps by a name. Returns false when there is more
 * in it: changes that nobody has committed, commits on no branch, or a repository of its own.
 */
export async function removeClean(mirror: Home, worktree: string): Promise<boolean> {
  try {
    const commit = await headInside(checkoutOf(mirror, worktree));
    if ((await commitOf(mirror, commit)) === null || !(await isNamed(mirror, commit))) return false;
    if (!(await isClean(mirror, worktree))) return false;
  } catch (error) {
    // Without an answer it stays, and a later look removes it.
    if (error instanceof GitFailed || error instanceof GitKilled || error instanceof Unusable) return false;
    throw error;
  }
  await discard(mirror, worktree);
  return true;
}

async function isClean(mirror: Home, worktree: string): Promise<boolean> {
  const checkout = checkoutOf(mirror, worktree);
  const changed = ["status", "--porcelain", "--untracked-files=normal", notInside];
  if ((await inside(checkout, changed)) !== "" || (await otherWork(mirror, worktree)).length > 0) return false;
  // A submodule, or a repository that the agent has cloned, may have commits that are nowhere else.
  for (const name of await innerRepositories(checkout)) {
    if ((await filesIn(path.join(worktree, name))) > 0) return false;
  }
  return true;
}

async function filesIn(folder: string): Promise<number> {
  return (await readdir(folder).catch(() => [])).length;
}

/** Returns false for a folder that is not a worktree of the mirror, or in which git cannot work any more. */
async function reopen(mirror: Home, folder: string): Promise<boolean> {
  return (await isOurs(mirror, folder)) && (await isUsable(mirror, folder));
}

async function isUsable(mirror: Home, folder: string): Promise<boolean> {
  const checkout = checkoutOf(mirror, folder);
  try {
    await unlock(checkout);
    await headInside(checkout);
    return true;
  } catch (error) {
    if (error instanceof GitFailed || error instanceof Unusable) return false;
    throw error;
  }
}

/** Removes a worktree with everything in it. The commits of its branch stay in the mirror. */
export async function discard(mirror: Home, worktree: string): Promise<void> {
  await removeFolder(worktree);
  await removeRef(mirror, worktreeRef(worktree));
}
