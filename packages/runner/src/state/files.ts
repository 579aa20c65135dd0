// Small JSON files that survive a crash at any moment: written beside, brought to the disk, and renamed.
import { mkdir, open, readFile, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";

const ownPart = `.${process.pid}.part`;

export async function writeState(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const partial = file + ownPart;
  const handle = await open(partial, "w", 0o600);
  try {
    await handle.writeFile(JSON.stringify(value));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(partial, file);
  const folder = await open(path.dirname(file), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Returns null when the file is not there or cannot be understood. */
export async function readState<Value>(file: string): Promise<Value | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Value;
  } catch {
    return null;
  }
}

/** The JSON files of a folder. Parts that a crash has left are deleted, but not those that are being written now. */
export async function stateFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const abandoned = names.filter((name) => name.endsWith(".part") && !name.endsWith(ownPart));
  for (const name of abandoned) await rm(path.join(folder, name), { force: true });
  return names.filter((name) => name.endsWith(".json")).map((name) => path.join(folder, name));
}
