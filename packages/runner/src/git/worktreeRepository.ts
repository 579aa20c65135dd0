// The repository of a worktree. It belongs to the agents who work there, with every byte of it. Its only tie to the
// mirror is that it reads the mirror's objects, which nobody can write from there.
import { lstat, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { isolatedGit, objectsFolder } from "./isolatedGit";
import { listRefs } from "./listRefs";
import { checkoutOf, resolveCommit, knowledgeFolder } from "./mirror";
import type { Mirror, WorktreeMirror } from "./mirror";
import { worktreeRef } from "./worktreeRef";

/** No agent has been in the folder, or nothing that is called `.git` is there. */
export async function createWorktreeRepository(mirror: Mirror, folder: string, commit: string): Promise<void> {
  const dotGit = path.join(folder, ".git");
  await mkdir(dotGit);
  for (const inner of ["objects/info", "objects/pack", "refs/heads", "refs/tags", "info"]) {
    await mkdir(path.join(dotGit, inner), { recursive: true });
  }
  const files = {
    HEAD: `${commit}\n`,
    config: settingsFor(mirror),
    "packed-refs": await branchesOf(mirror),
    "objects/info/alternates": `${objectsFolder(mirror.folder)}\n`,
    "info/exclude": `/${knowledgeFolder}/\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(dotGit, name), text, { flag: "wx" });
}

/** Writes the files of the commit. */
export async function writeFilesOfCommit(mirror: WorktreeMirror, folder: string): Promise<void> {
  await isolatedGit(checkoutOf(mirror, folder), ["reset", "--quiet", "--hard", "--no-recurse-submodules"]);
}

/** An agent may fetch from where the mirror does, with what it has to sign in itself. */
function settingsFor({ url }: Mirror): string {
  const own = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n";
  const quoted = url.replaceAll(/["\\]/g, String.raw`\$&`);
  return `${own}[remote "origin"]\n\turl = "${quoted}"\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
}

async function branchesOf({ folder }: WorktreeMirror): Promise<Buffer> {
  const lines = (await listRefs(folder, "refs/remotes")).map(([name, id]) => `${id} ${name}\n`);
  return Buffer.from(`# pack-refs with: peeled fully-peeled sorted \n${lines.join("")}`, "latin1");
}

/** Whether the folder is a worktree of this mirror. */
export async function isWorktreeOf(mirror: WorktreeMirror, folder: string): Promise<boolean> {
  const kind = await lstat(path.join(folder, ".git")).catch(() => null);
  return kind?.isDirectory() === true && (await resolveCommit(mirror, worktreeRef(folder))) !== null;
}
