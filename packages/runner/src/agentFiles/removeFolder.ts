// The only way to remove a folder in which an agent has worked. It may have left folders that nobody may read or
// change, and a process of it may still exchange a folder for a link, so everything is removed by its folder's handle.
import { randomUUID } from "node:crypto";
import { chmod, mkdir, rename, rmdir, unlink } from "node:fs/promises";
import path from "node:path";
import { firstEntries } from "./firstEntries";
import { Folder, hasCode } from "./openFile";

/** Each level needs a descriptor while those below it are removed. No honest tree is as deep. */
const maxLevels = 250;
const maxTries = 3;
const atOnce = 16;
const maxEntries = 10_000;

/** Removes what is at the place, with everything in it. What links lead to stays. */
export async function removeFolder(place: string, levels = maxLevels): Promise<void> {
  for (let tries = 1; ; tries++) {
    if (await removeFile(place)) return;
    await removeContent(place, levels);
    try {
      return await rmdir(place);
    } catch (error) {
      if (hasCode(error, "ENOENT")) return;
      // Somebody has written into the folder meanwhile.
      if (tries === maxTries || !hasCode(error, "ENOTEMPTY", "EEXIST", "ENOTDIR")) throw error;
    }
  }
}

/**
 * Removes the folder, or moves it to `leftovers` if that fails, so that its place is free in any case. Returns a
 * sentence about what is left, or null.
 */
export async function removeOrSetAside(folder: string, leftovers: string): Promise<string | null> {
  try {
    await removeFolder(folder);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const aside = path.join(leftovers, `${path.basename(folder)}-${randomUUID()}`);
    try {
      await mkdir(leftovers, { recursive: true });
      await rename(folder, aside);
      return `${folder} could not be removed (${reason}). It is in ${aside} now.`;
    } catch {
      return `${folder} could not be removed, nor moved away: ${reason}`;
    }
  }
}

/** Removes a folder below `temporary`. What cannot be removed is set aside when the runner starts the next time. */
export async function removeTemporary(folder: string): Promise<void> {
  await removeFolder(folder).catch(() => undefined);
}

/** Returns false for a folder. */
async function removeFile(place: string): Promise<boolean> {
  try {
    await unlink(place);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return true;
    // Linux says EISDIR of a folder, other systems EPERM.
    if (hasCode(error, "EISDIR", "EPERM")) return false;
    throw error;
  }
}

async function removeContent(place: string, levels: number): Promise<void> {
  if (levels === 0) throw new Error(`it has more than ${maxLevels} nested folders`);
  const folder = await Folder.open(place).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  });
  if (folder === null) return;
  try {
    // A folder of another user keeps its rights, and they may be enough.
    await chmod(folder.self, 0o700).catch(() => undefined);
    while (await removeFirst(folder, levels));
  } finally {
    await folder.close();
  }
}

/** Returns whether there may be more that can be removed. */
async function removeFirst(folder: Folder, levels: number): Promise<boolean> {
  const entries = await firstEntries(folder.self, maxEntries);
  const files = entries.filter((entry) => !entry.isDirectory());
  let hasAll = true;
  for (let first = 0; first < files.length; first += atOnce) {
    const some = files.slice(first, first + atOnce);
    const removed = await Promise.all(some.map(({ name }) => removeFile(folder.at(name))));
    hasAll &&= removed.every(Boolean);
  }
  for (const entry of entries) if (entry.isDirectory()) await removeFolder(folder.at(entry.name), levels - 1);
  return hasAll && entries.length === maxEntries;
}
