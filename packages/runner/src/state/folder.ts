// A folder belongs to one runner at a time.
import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { ConfigurationFault } from "../config/fault";
import { readState, writeState } from "./files";

interface Owner {
  pid: number;
  /** Tells a process from a later one with the same number. Null where the system does not say. */
  start: string | null;
}

/** Returns how the folder is let go. Throws ConfigurationFault while another runner uses it. */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, "runner.json");
  const owner = await readState<Owner>(file);
  if (owner !== null && owner.pid !== process.pid && (await isAlive(owner))) {
    throw new ConfigurationFault(
      `${folder} is used by another runner (process ${owner.pid}). Give each its own --folder.`,
    );
  }
  await writeState(file, { pid: process.pid, start: await startOf(process.pid) } satisfies Owner);
  return () => rm(file, { force: true });
}

async function isAlive({ pid, start }: Owner): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return start === null || start === (await startOf(pid));
}

/** The time at which a process began, in the system's own unit. Null when the system does not say. */
async function startOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  // The name of the program, in parentheses, may contain anything.
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
}
