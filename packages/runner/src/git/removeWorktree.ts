import { readCheckedOutCommit, UnusableRepositoryError } from "./importObjects";
import { saveUncommittedWork, resetTo, standardAuthor } from "./commits";
import { isWorktreeOf } from "./worktreeRepository";
import { checkoutOf, removeRef } from "./mirror";
import type { WorktreeMirror } from "./mirror";
import { GitError } from "./runGit";
import { removeIfClean, quarantineFolder } from "./worktree";
import { worktreeRef } from "./worktreeRef";

interface StaleWorktree {
  folder: string;
  /** What nobody else has is kept in the mirror under this name. */
  name: string;
  /** Where it goes when git cannot work in it any more. */
  quarantine: string;
}

/**
 * Removes a worktree that nobody needs. Returns false for a folder that is not a worktree of the mirror, which may be
 * somebody's, and for one that has a repository of its own inside.
 */
export async function removeWorktree(
  mirror: WorktreeMirror,
  { folder, name, quarantine }: StaleWorktree,
): Promise<boolean> {
  if (!(await isWorktreeOf(mirror, folder))) return false;
  try {
    await saveUncommittedWork(mirror, folder, name, standardAuthor);
    await resetTo(mirror, folder, await readCheckedOutCommit(checkoutOf(mirror, folder)));
  } catch (error) {
    if (!(error instanceof GitError || error instanceof UnusableRepositoryError)) throw error;
    await quarantineFolder(folder, quarantine);
    await removeRef(mirror, worktreeRef(folder));
    return true;
  }
  return await removeIfClean(mirror, folder);
}
