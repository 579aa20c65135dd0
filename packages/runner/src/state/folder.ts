// A folder belongs to one runner at a time. What a runner that died has left running is ended before the next begins.
import { createHash } from "node:crypto";
import { mkdir, realpath, rm } from "node:fs/promises";
import path from "node:path";
import { ConfigurationFault } from "../config/fault";
import { endMarked, startOf } from "./processes";
import { readState, writeState } from "./files";

interface Owner {
  pid: number;
  /** Tells a process from a later one with the same number. Null where the system does not say. */
  start: string | null;
}

const markName = "SWITCHYARD_RUNNER_MARK";

export interface HeldFolder {
  /** The variable that all processes of this folder's agents have. */
  mark: Record<string, string>;
  release: () => Promise<void>;
}

/** Throws ConfigurationFault while another runner uses the folder. */
export async function holdFolder(folder: string): Promise<HeldFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, "runner.json");
  const owner = await readState<Owner>(file);
  if (owner !== null && owner.pid !== process.pid && (await isAlive(owner))) {
    throw new ConfigurationFault(
      `${folder} is used by another runner (process ${owner.pid}). Give each its own --folder.`,
    );
  }
  await writeState(file, { pid: process.pid, start: await startOf(process.pid) } satisfies Owner);
  const mark = createHash("sha256")
    .update(await realpath(folder))
    .digest("hex")
    .slice(0, 24);
  await endMarked(markName, mark);
  return { mark: { [markName]: mark }, release: () => rm(file, { force: true }) };
}

async function isAlive({ pid, start }: Owner): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return start === null || start === (await startOf(pid));
}
