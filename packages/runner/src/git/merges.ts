// Merges of two branches. One that is clean is made in the mirror, where no agent is. One with conflicts is begun in a
// worktree, with git's markers in the files, for an agent to solve.
import { authorVariables, commitOfTree } from "./commits";
import type { Author } from "./commits";
import { git, GitError } from "./git";
import { isolatedGit } from "./isolatedGit";
import { checkoutOf, isAncestor, remoteBranchRef, resolveCommit, setRef } from "./mirror";
import type { WorktreeMirror } from "./mirror";
import { ignoringInnerChanges } from "./staging";

interface Merge {
  ours: string;
  theirs: string;
  message: string;
  author: Author;
}

/** Returns the commit of the merge. Null when the two have conflicts. */
async function mergeIfClean(mirror: WorktreeMirror, merge: Merge): Promise<string | null> {
  const { ours, theirs, message, author } = merge;
  const tree = await mergedTree(mirror, ours, theirs);
  return tree === null ? null : await commitOfTree(mirror, { tree, parents: [ours, theirs], message, author });
}

/** The branch here has commits that the remote's lacks, and the other way round, and the two have conflicts. */
export class DivergedError extends Error {}

/** The branch here takes in what somebody else has pushed to it. Returns its commit. Throws DivergedError. */
export async function takeInPushed(mirror: WorktreeMirror, branch: string, author: Author): Promise<string | null> {
  const ours = await resolveCommit(mirror, `refs/heads/${branch}`);
  const theirs = await resolveCommit(mirror, remoteBranchRef(branch));
  if (ours === null || theirs === null || (await isAncestor(mirror, theirs, ours))) return ours ?? theirs;
  if (await isAncestor(mirror, ours, theirs)) return theirs;
  const message = `Merge what was pushed to ${branch}`;
  const merged = await mergeIfClean(mirror, { ours, theirs, message, author });
  if (merged === null) throw new DivergedError(`Somebody else has pushed to ${branch}, and the two have conflicts.`);
  await setRef(mirror, `refs/heads/${branch}`, merged);
  return merged;
}

async function mergedTree({ folder }: WorktreeMirror, ours: string, theirs: string): Promise<string | null> {
  try {
    const written = await git(["merge-tree", "--write-tree", "--no-messages", ours, theirs], { cwd: folder });
    return written.trim();
  } catch (error) {
    if (error instanceof GitError && error.code === 1) return null;
    throw error;
  }
}

/**
 * Writes both sides into the files of the worktree, with markers where they differ, and returns the names of these
 * files. git forgets the merge again, so whatever the agent does, the commit of its step has both parents.
 */
export async function beginMerge(
  mirror: WorktreeMirror,
  folder: string,
  theirs: string,
  author: Author,
): Promise<string[]> {
  const checkout = checkoutOf(mirror, folder);
  const env = authorVariables(author);
  try {
    await isolatedGit(checkout, ["merge", "--no-ff", "--no-commit", "--no-verify", theirs], { env });
  } catch (error) {
    if (!(error instanceof GitError) || error.code !== 1) throw error;
  }
  const listed = await isolatedGit(checkout, ["diff", "--name-only", "--diff-filter=U", "-z", ignoringInnerChanges]);
  await isolatedGit(checkout, ["merge", "--quit"]);
  return listed.split("\0").filter((name) => name !== "");
}
