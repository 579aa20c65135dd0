// An agent can make a folder with millions of entries, so the entries of its folders are never read all at once.
import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";

/** Returns at most this many, in the order of the file system. */
export async function firstEntries(place: string, most: number): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  if (most === 0) return entries;
  for await (const entry of await opendir(place)) {
    entries.push(entry);
    if (entries.length >= most) break;
  }
  return entries;
}
