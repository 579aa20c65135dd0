import { readFile, stat } from "node:fs/promises";
import path from "node:path";

/** The parts of a repository that a worktree needs, and whether the agent may change them. */
export interface GitFolders {
  readable: string[];
  /** Objects and the worktree's own index and HEAD, so that the agent can commit. */
  writable: string[];
  /**
   * Files inside of the writable folders that make git run programs or look elsewhere. The runner's own git reads them
   * outside of the isolation, so the agent must not change them.
   */
  protected: string[];
}

export async function gitFolders(worktree: string): Promise<GitFolders> {
  const dotGit = path.join(worktree, ".git");
  const kind = await stat(dotGit).catch(() => null);
  if (kind === null) return { readable: [], writable: [], protected: [] };
  if (kind.isDirectory()) {
    return { readable: [], writable: [], protected: ["config", "hooks"].map((name) => path.join(dotGit, name)) };
  }
  const own = await linkedFolder(dotGit, "gitdir: ");
  const shared = await linkedFolder(path.join(own, "commondir"), "").catch(() => own);
  return {
    readable: [shared],
    writable: [path.join(shared, "objects"), own],
    protected: [dotGit, ...["commondir", "gitdir", "config.worktree"].map((name) => path.join(own, name))],
  };
}

/** Reads a file of git that names a folder, which may be relative to the file. */
async function linkedFolder(file: string, prefix: string): Promise<string> {
  const line = (await readFile(file, "utf8")).trim();
  return path.resolve(path.dirname(file), line.startsWith(prefix) ? line.slice(prefix.length) : line);
}
