// The worktree of a run: a repository of its own beside the mirror, never a checkout of a person.
import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { firstEntries } from "../agentFiles/firstEntries";
import { removeFolder } from "../agentFiles/removeFolder";
import { isolatedShell } from "./isolatedGit";
import { isWorktreeOf, createWorktreeRepository, writeFilesOfCommit } from "./worktreeRepository";
import { commitsAndOthers, listsOwnCommits, unsavedOf } from "./unsaved";
import { readCheckedOutCommit, UnusableRepositoryError } from "./importObjects";
import { GitKilledError } from "./gitKilled";
import { UnrelatedHistoriesError } from "./merges";
import { checkoutOf, commonCommit, resolveCommit, isAncestor, remoteBranchRef, removeRef, setRef } from "./mirror";
import type { Mirror, ReadMirror, WorktreeMirror } from "./mirror";
import { GitError } from "./runGit";
import { ignoringInnerChanges, innerRepositories, listsIndex } from "./staging";
import { removeTraps } from "./removeTraps";
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
export class MissingBranchError extends Error {}

/** Adopts the run's worktree if it is there, and makes it otherwise. */
export async function openWorktree(wanted: Wanted): Promise<Worktree> {
  const { mirror, folder, branch, quarantine } = wanted;
  const begin = await resolveCommit(mirror, wanted.begin);
  if (begin === null)
    throw new MissingBranchError(`The repository has no branch ${wanted.begin.replace(remoteBranchRef(""), "")}.`);
  const head = (await newestCommitOf(mirror, branch)) ?? begin;
  const base = await commonCommit(mirror, begin, head);
  if (base === null) {
    const other = wanted.begin.replace(remoteBranchRef(""), "");
    throw new UnrelatedHistoriesError(`The branch ${branch} has no commit in common with ${other}.`);
  }
  if (existsSync(folder)) {
    if (await reopen(mirror, folder)) return { folder, branch, base, isAdopted: true };
    await quarantineFolder(folder, quarantine);
  }
  await setRef(mirror, worktreeRef(folder), head);
  await mkdir(folder, { recursive: true });
  await createWorktreeRepository(mirror, folder, head);
  await writeFilesOfCommit(mirror, folder);
  return { folder, branch, base, isAdopted: false };
}

/** Moves a folder that cannot be used out of the way, for somebody to look into. Returns where it is. */
export async function quarantineFolder(folder: string, quarantine: string): Promise<string> {
  const aside = path.join(quarantine, `${path.basename(folder)}-${Date.now()}`);
  await mkdir(quarantine, { recursive: true });
  await rename(folder, aside);
  return aside;
}

/** The newest commit of the branch, here or at the remote. Null when it is nowhere. */
export async function newestCommitOf(mirror: ReadMirror, branch: string): Promise<string | null> {
  const here = await resolveCommit(mirror, `refs/heads/${branch}`);
  const there = await resolveCommit(mirror, remoteBranchRef(branch));
  if (here === null || there === null) return here ?? there;
  return (await isAncestor(mirror, there, here)) ? here : there;
}

/**
 * Removes a worktree that holds only commits which the mirror keeps by a name. Returns false when there is more
 * in it: changes that nobody has committed, commits on no branch, or a repository of its own.
 */
export async function removeIfClean(mirror: WorktreeMirror, worktree: string): Promise<boolean> {
  try {
    if (!(await isClean(mirror, worktree))) return false;
  } catch (error) {
    // Without an answer it stays, and a later look removes it.
    if (error instanceof GitError || error instanceof GitKilledError || error instanceof UnusableRepositoryError)
      return false;
    throw error;
  }
  await deleteWorktree(mirror, worktree);
  return true;
}

async function isClean(mirror: WorktreeMirror, worktree: string): Promise<boolean> {
  const checkout = checkoutOf(mirror, worktree);
  const [work = "", ...index] = (await isolatedShell(checkout, { name: "status", text: showsWork })).split("\0");
  const { commits, others } = commitsAndOthers(work);
  if (commits.length === 0 || others.length > 0 || (await unsavedOf(mirror, commits)).length > 0) return false;
  // A submodule, or a repository that the agent has cloned, may have commits that are nowhere else.
  for (const name of innerRepositories(index)) {
    if (await hasFiles(path.join(worktree, name))) return false;
  }
  return true;
}

/**
 * The commit that is checked out, those of the agent's own branches, and what is not committed, each in a line. After
 * that the entries of the index.
 */
const showsWork = `git rev-parse --verify "HEAD^{commit}" && ${listsOwnCommits} &&
git status --porcelain --untracked-files=normal ${ignoringInnerChanges} && printf "\\0" && ${listsIndex}`;

async function hasFiles(folder: string): Promise<boolean> {
  return (await firstEntries(folder, 1).catch(() => [])).length > 0;
}

/** Returns false for a folder that is not a worktree of the mirror, or in which git cannot work any more. */
async function reopen(mirror: WorktreeMirror, folder: string): Promise<boolean> {
  return (await isWorktreeOf(mirror, folder)) && (await isUsable(mirror, folder));
}

async function isUsable(mirror: WorktreeMirror, folder: string): Promise<boolean> {
  const checkout = checkoutOf(mirror, folder);
  try {
    await removeTraps(checkout);
    await readCheckedOutCommit(checkout);
    return true;
  } catch (error) {
    if (error instanceof GitError || error instanceof UnusableRepositoryError) return false;
    throw error;
  }
}

/** Removes a worktree with everything in it. The commits of its branch stay in the mirror. */
export async function deleteWorktree(mirror: WorktreeMirror, worktree: string): Promise<void> {
  await removeFolder(worktree);
  await removeRef(mirror, worktreeRef(worktree));
}
