import path from "node:path";

/**
 * Each worktree has a name in the mirror, with the commit at which it is. It says that the worktree belongs to this
 * mirror, where no agent can change it, and keeps the objects that the worktree reads.
 */
const worktreeRefs = "refs/switchyard/worktrees";

export function worktreeRef(folder: string): string {
  return `${worktreeRefs}/${path.basename(folder)}`;
}
