// Merges of two branches. One that is clean is made in the mirror, where no agent is. One with conflicts is begun in a
// worktree, with git's markers in the files, for an agent to solve.
import { authorVariables, commitOfTree } from "./commits";
import type { Author } from "./commits";
import { git, GitError } from "./git";
import { UnusableRepositoryError } from "./importObjects";
import { isolatedGit, isolatedGitSucceeds } from "./isolatedGit";
import type { Checkout } from "./isolatedGit";
import { checkoutOf, historyOf } from "./mirror";
import type { ReadMirror, WorktreeMirror } from "./mirror";
import { ignoringInnerChanges } from "./staging";

/** The two have no commit in common. Trying again would not help. */
export class UnrelatedHistoriesError extends UnusableRepositoryError {}

/** Whether git says so of what it was to merge. */
export function isUnrelated(error: unknown): boolean {
  return error instanceof GitError && error.output.includes("unrelated histories");
}

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
export async function mergedTree(mirror: ReadMirror, ours: string, theirs: string): Promise<string | null> {
  try {
    const written = await git(["merge-tree", "--write-tree", "--no-messages", ours, theirs], historyOf(mirror));
    return written.trim();
  } catch (error) {
    if (error instanceof GitError && error.code === 1) return null;
    if (!isUnrelated(error)) throw error;
    throw new UnrelatedHistoriesError(
      `The commits ${ours} and ${theirs} have no commit in common: nothing can merge them.`,
    );
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
  await mergeInto(checkout, theirs, author);
  const listed = await isolatedGit(checkout, ["diff", "--name-only", "--diff-filter=U", "-z", ignoringInnerChanges]);
  await isolatedGit(checkout, ["merge", "--quit"]);
  return listed.split("\0").filter((name) => name !== "");
}

/**
 * What has set up the worktree may have changed files that the merge changes too, or made files in their places. git
 * then merges nothing at all. Such changes give way, and others stay, since the agent may need them.
 */
async function mergeInto(checkout: Checkout, theirs: string, author: Author): Promise<void> {
  if ((await tryMerge(checkout, theirs, author)) === null) return;
  await isolatedGit(checkout, ["reset", "--quiet", "--hard"]);
  if ((await tryMerge(checkout, theirs, author)) === null) return;
  await isolatedGit(checkout, ["clean", "--quiet", "-d", "--force"]);
  const refused = await tryMerge(checkout, theirs, author);
  if (refused !== null) throw refused;
}

/** Returns null when both sides are in the files, with conflicts or not, and otherwise why git has merged nothing. */
async function tryMerge(checkout: Checkout, theirs: string, author: Author): Promise<GitError | null> {
  await isolatedGit(checkout, ["merge", "--quit"]);
  try {
    const merging = ["merge", "--no-ff", "--no-commit", "--no-verify", theirs];
    await isolatedGit(checkout, merging, { env: authorVariables(author) });
    return null;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    if (isUnrelated(error))
      throw new UnrelatedHistoriesError(`The work has no commit in common with ${theirs}: nothing can merge the two.`);
    const begun = ["rev-parse", "--verify", "--quiet", "MERGE_HEAD"];
    return error.code === 1 && (await isolatedGitSucceeds(checkout, begun)) ? null : error;
  }
}
