// A machine that is short of memory or disk does better with fewer jobs.
import { mkdir, readFile, statfs } from "node:fs/promises";
import { freemem } from "node:os";
import type { Configuration } from "../config/configuration";

type Bounds = Pick<Configuration, "folder" | "minFreeMemoryMb" | "minFreeDiskGb">;

/** Returns why no further job should begin now, or null. */
export async function findResourceShortage({ folder, minFreeMemoryMb, minFreeDiskGb }: Bounds): Promise<string | null> {
  const memoryMb = (await freeMemory()) / 1024 ** 2;
  if (memoryMb < minFreeMemoryMb) return `only ${Math.round(memoryMb)} MB of memory are free`;
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  const diskGb = (bavail * bsize) / 1024 ** 3;
  return diskGb < minFreeDiskGb ? `only ${diskGb.toFixed(1)} GB of the disk are free` : null;
}

/** Linux counts memory that caches use as not free, although programs can have it. */
async function freeMemory(): Promise<number> {
  const text = await readFile("/proc/meminfo", "utf8").catch(() => "");
  const available = /^MemAvailable: +(\d+) kB$/m.exec(text)?.[1];
  return available === undefined ? freemem() : Number(available) * 1024;
}
