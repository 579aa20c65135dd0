import { fetchAll } from "./mirror";
import type { Mirror } from "./mirror";
import { git, GitError } from "./git";

/** Another runner has pushed to the branch since. Its commits are there now and must not be overwritten. */
export class BranchMovedError extends Error {}

/** Pushes a commit to the branch. Never forces. */
export async function push(mirror: Mirror, branch: string, commit: string, signal: AbortSignal): Promise<void> {
  const { folder: cwd, credential } = mirror;
  const pushed = ["push", "--quiet", "--no-verify", "origin", `${commit}:refs/heads/${branch}`];
  try {
    await mirror.exclusively(() => git(pushed, { cwd, credential, signal }));
  } catch (error) {
    if (!(error instanceof GitError) || !/non-fast-forward|fetch first|stale info/.test(error.output)) throw error;
    await mirror.exclusively(() => fetchAll(mirror, signal));
    throw new BranchMovedError(`Somebody else has pushed to ${branch}.`);
  }
}
