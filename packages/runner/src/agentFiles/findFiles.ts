// The only way to look for files that an agent may have written. Links are neither followed nor found.
import type { Dirent } from "node:fs";
import { firstEntries } from "./firstEntries";
import { PathPatterns } from "./pathPatterns";
import { Folder, hasCode, NotPlainFileError } from "./openFile";

/** Each level needs a descriptor while those below it are searched. No honest tree is as deep. */
const maxLevels = 100;
/** A folder with more is searched as far as its first ones, in the order of the file system. */
const maxEntries = 200_000;

export interface Found {
  /** Paths with slashes, in their order, at most as many as were asked for. */
  names: string[];
  /** Whether there may be more. */
  isCut: boolean;
}

/** Searches the folder for plain files. What is in `.git` is left out. */
export async function findFiles(
  root: string,
  patterns: readonly string[],
  most: number,
  entries = maxEntries,
): Promise<Found> {
  const search = new Search(most, entries);
  await search.into(root, "", PathPatterns.of(patterns), maxLevels);
  return { names: search.names.slice(0, most), isCut: search.isOver };
}

class Search {
  readonly names: string[] = [];
  private hasUnread = false;

  constructor(
    private readonly most: number,
    /** How many entries of folders may still be read. */
    private unread: number,
  ) {}

  /** One name more than was asked for shows that there are more. */
  get isOver(): boolean {
    return this.names.length > this.most || this.hasUnread;
  }

  async into(place: string, prefix: string, patterns: PathPatterns, levels: number): Promise<void> {
    const folder = await openOrNull(place);
    if (folder === null) return;
    try {
      const entries = await this.entriesOf(folder);
      for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        if (this.names.length > this.most) return;
        const after = patterns.below(entry.name);
        const name = prefix + entry.name;
        if (entry.isFile() && after.isMatch) this.names.push(name);
        if (!entry.isDirectory() || !after.isOpen || name === ".git" || levels === 0) continue;
        if (this.hasUnread) continue;
        await this.into(folder.at(entry.name), `${name}/`, after, levels - 1);
      }
    } finally {
      await folder.close();
    }
  }

  /** A folder that cannot be read has no entries. */
  private async entriesOf(folder: Folder): Promise<Dirent[]> {
    const entries = await firstEntries(folder.self, this.unread + 1).catch(() => []);
    if (entries.length > this.unread) this.hasUnread = true;
    const read = entries.slice(0, this.unread);
    this.unread -= read.length;
    return read;
  }
}

/** A folder that the agent has removed meanwhile, or made unreadable, has no files. */
async function openOrNull(place: string): Promise<Folder | null> {
  return await Folder.open(place).catch((error: unknown) => {
    if (error instanceof NotPlainFileError || hasCode(error, "ENOENT", "EACCES", "EPERM")) return null;
    throw error;
  });
}
