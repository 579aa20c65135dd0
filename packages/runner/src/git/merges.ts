// Merges of two branches. One that is clean is made in the mirror, where no agent is. One with conflicts is begun in a
// worktree, with git's markers in the files, for an agent to solve.
import { authorVariables, commitOfTree } from "./commits";
import type { Author } from "./commits";
import { git, GitError } from "./git";
import { isolatedGit } from "./isolatedGit";
import { checkoutOf } from "./mirror";
import type { WorktreeMirror } from "./mirror";
import { ignoringInnerChanges } from "./staging";

interface Merge {
  ours: string;
  theirs: string;
  message: string;
  author: Author;
}

/** Returns the commit of the merge. Null when the two have conflicts. */
export async function mergeIfClean(mirror: WorktreeMirror, merge: Merge): Promise<string | null> {
  const { ours, theirs, message, author } = merge;
  const tree = await mergedTree(mirror, ours, theirs);
  return tree === null ? null : await commitOfTree(mirror, { tree, parents: [ours, theirs], message, author });
}

/** The files of the merge. Null when the two have conflicts. */
export async function mergedTree({ folder }: WorktreeMirror, ours: string, theirs: string): Promise<string | null> {
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
