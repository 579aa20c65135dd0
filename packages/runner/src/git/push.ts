import { fetchAll, isAncestor } from "./mirror";
import type { Mirror } from "./mirror";
import { GitError } from "./git";
import { remoteGit } from "./remoteGit";

/** Somebody else has pushed to the branch since. Their commits are there now and must not be overwritten. */
export class BranchMovedError extends Error {}

interface Wanted {
  branch: string;
  commit: string;
  /**
   * What the branch must be at: an older commit, or null for no branch. Without it any older commit will do, and then
   * somebody who has taken newer ones away gets them back.
   */
  expected?: string | null;
}

/** Pushes a commit to the branch. Never forces. */
export async function push(mirror: Mirror, wanted: Wanted, signal: AbortSignal): Promise<void> {
  const { folder: cwd, url, credential } = mirror;
  const { branch, commit, expected } = wanted;
  const moved = async () => {
    await mirror.exclusively(() => fetchAll(mirror, signal));
    return new BranchMovedError(`Somebody else has pushed to ${branch}.`);
  };
  // git takes a named lease for the wish to force, so that nothing is lost is made sure here.
  if (expected != null && !(await isAncestor(mirror, expected, commit))) throw await moved();
  const lease = expected === undefined ? [] : [`--force-with-lease=refs/heads/${branch}:${expected ?? ""}`];
  const pushed = ["push", "--quiet", "--no-verify", ...lease, "origin", `${commit}:refs/heads/${branch}`];
  try {
    await mirror.exclusively(() => remoteGit(pushed, { cwd, url, credential, signal }));
  } catch (error) {
    if (!(error instanceof GitError) || !/non-fast-forward|fetch first|stale info/.test(error.output)) throw error;
    throw await moved();
  }
}
