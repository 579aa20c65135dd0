import { head, keepWork, resetTo, standardAuthor } from "./commits";
import type { Mirror } from "./mirror";
import { removeClean, reopen } from "./worktree";

/**
 * Removes a worktree that nobody needs. What no branch has is kept in the mirror, under `name`. Returns false for a
 * folder that is not a worktree of the mirror, which may be somebody's.
 */
export async function putAway(
  mirror: Pick<Mirror, "folder" | "alone">,
  worktree: string,
  name: string,
): Promise<boolean> {
  if (!(await reopen(mirror, worktree))) return false;
  await keepWork(mirror, worktree, name, standardAuthor);
  await resetTo(worktree, await head(worktree));
  return await removeClean(mirror, worktree);
}
