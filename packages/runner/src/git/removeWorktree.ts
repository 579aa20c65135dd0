import { headInside, Unusable } from "./importObjects";
import { keepWork, resetTo, standardAuthor } from "./commits";
import { isOurs } from "./worktreeRepository";
import { checkoutOf, removeRef } from "./mirror";
import type { Home } from "./mirror";
import { GitFailed } from "./runGit";
import { removeClean, setAside } from "./worktree";
import { worktreeRef } from "./worktreeRef";

interface Unwanted {
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
export async function putAway(mirror: Home, { folder, name, quarantine }: Unwanted): Promise<boolean> {
  if (!(await isOurs(mirror, folder))) return false;
  try {
    await keepWork(mirror, folder, name, standardAuthor);
    await resetTo(mirror, folder, await headInside(checkoutOf(mirror, folder)));
  } catch (error) {
    if (!(error instanceof GitFailed || error instanceof Unusable)) throw error;
    await setAside(folder, quarantine);
    await removeRef(mirror, worktreeRef(folder));
    return true;
  }
  return await removeClean(mirror, folder);
}
