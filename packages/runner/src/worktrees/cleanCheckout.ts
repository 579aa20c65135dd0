// A checkout of one commit in which nobody has worked: what was changed, installed or left in a worktree is not there.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { removeOrSetAside } from "../agentFiles/removeFolder";
import { removeRef, setRef } from "../git/mirror";
import type { Mirror } from "../git/mirror";
import { createWorktreeRepository, writeFilesOfCommit } from "../git/worktreeRepository";
import { worktreeRef } from "../git/worktreeRef";
import type { Folders } from "../jobs/folders";

interface CleanCheckoutTools {
  folders: Pick<Folders, "worktrees" | "quarantine">;
  /** The names of worktrees in use. Housekeeping removes others that no record names. */
  activeWork: Set<string>;
}

interface Wanted {
  mirror: Mirror;
  commit: string;
  /** The name of the folder, which no other worktree has. */
  name: string;
}

export async function withCleanCheckout<Result>(
  { folders, activeWork }: CleanCheckoutTools,
  { mirror, commit, name }: Wanted,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = path.join(folders.worktrees, name);
  activeWork.add(name);
  try {
    // A runner that was killed may have left one.
    await removeOrSetAside(folder, folders.quarantine);
    await setRef(mirror, worktreeRef(folder), commit);
    await mkdir(folder, { recursive: true });
    await createWorktreeRepository(mirror, folder, commit);
    await writeFilesOfCommit(mirror, folder);
    return await work(folder);
  } finally {
    // What cannot be removed says nothing about the commit.
    await removeOrSetAside(folder, folders.quarantine);
    await removeRef(mirror, worktreeRef(folder));
    activeWork.delete(name);
  }
}
