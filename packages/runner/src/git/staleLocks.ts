// What a killed git leaves behind in a mirror. git itself never removes it, and locks block it for ever.
import { readdir, rm } from "node:fs/promises";
import path from "node:path";

const lock = /\.lock$/;
/** Locks, and files that git had not finished. */
const unfinished = /\.lock$|^tmp_(?:pack|idx|rev|obj|objdir)[-_]/;

/** git says so when a lock of another process is in the way. */
export function saysLocked(output: string): boolean {
  return /\.lock': File exists|could not lock config file/.test(output);
}

/** Removes the locks of a mirror. Nobody may be changing it, but objects may come in. */
export async function removeLocks(mirror: string): Promise<void> {
  await removeNamed(mirror, lock);
}

/** At the start of a runner none of its gits works. */
export async function removeStaleFiles(mirrors: string): Promise<void> {
  for (const name of await readdir(mirrors).catch(() => [])) await removeNamed(path.join(mirrors, name), unfinished);
}

async function removeNamed(mirror: string, stale: RegExp): Promise<void> {
  const entries = await readdir(mirror, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const { parentPath, name } of entries.filter((entry) => stale.test(entry.name))) {
    await rm(path.join(parentPath, name), { recursive: true, force: true });
  }
}
