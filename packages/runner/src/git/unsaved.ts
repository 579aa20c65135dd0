// What would be lost with a worktree: commits that no lasting name of the mirror keeps.
import { requireCommitId } from "./importObjects";
import { isolatedShell } from "./isolatedGit";
import { checkoutOf, isOnLastingRef } from "./mirror";
import type { WorktreeMirror } from "./mirror";
import { isObjectId } from "./objectId";

/** A script of the shell: the commits of the agent's own branches, and its stash. */
export const listsOwnCommits = `git for-each-ref "--format=%(objectname)" --count=100 refs/heads refs/stash`;

/** Commits that only a branch of the agent's own has, or its stash. */
export async function findUnsavedCommits(mirror: WorktreeMirror, folder: string): Promise<string[]> {
  const listed = await isolatedShell(checkoutOf(mirror, folder), { name: "for-each-ref", text: listsOwnCommits });
  return await unsavedOf(mirror, linesOf(listed).map(requireCommitId));
}

export async function unsavedOf(mirror: WorktreeMirror, commits: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const id of new Set(commits)) {
    if (!(await isOnLastingRef(mirror, id))) found.push(id);
  }
  return found;
}

/** Tells lines that are the id of a commit from all others. */
export function commitsAndOthers(listed: string): { commits: string[]; others: string[] } {
  const lines = linesOf(listed);
  return { commits: lines.filter(isObjectId), others: lines.filter((line) => !isObjectId(line)) };
}

function linesOf(listed: string): string[] {
  return listed.split("\n").filter((line) => line !== "");
}
