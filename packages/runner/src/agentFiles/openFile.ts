// Files below a folder that an agent may change are opened one part after the other, and no part may be a link. An
// agent can leave links, pipes and devices anywhere, and can exchange a folder for a link at any moment.
//
// Hard links need no rule: an isolated agent cannot make one to a file outside of the folders that it was given.
import { constants } from "node:fs";
import { lstat, mkdir, open, realpath } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
/** Of Linux: a handle that needs no right to read. Node does not name it. */
const pathOnly = 0o10000000;
const isLinux = process.platform === "linux";

/** The runner must not open what is there: a link, a pipe, a folder, or a file that is too large. */
export class NotPlainFileError extends Error {}

/** A plain file that is larger than the reader takes. */
export class FileTooLargeError extends NotPlainFileError {}

interface Place {
  /** A folder whose own path the agent cannot change. It may itself have been exchanged for a link. */
  root: string;
  /** The path below it. */
  name: string;
}

/** Opens a plain file. Throws NotPlainFileError, or the system's error. */
export async function openPlainFile({ root, name }: Place, flags: number, makesFolders = false): Promise<FileHandle> {
  const parts = partsOf(name);
  const folder = await Folder.open(root);
  try {
    const last = parts.pop() ?? "";
    for (const part of parts) await folder.enter(part, makesFolders);
    return await folder.file(last, flags);
  } finally {
    await folder.close();
  }
}

export function partsOf(name: string): string[] {
  const parts = name.split(path.sep).filter((part) => part !== "" && part !== ".");
  if (parts.length === 0 || parts.includes(".."))
    throw new NotPlainFileError(`${name} is not the path of a file in a folder.`);
  return parts;
}

/** A folder that is held open, so that what it is cannot change between two looks. Linux has paths for such handles. */
export class Folder {
  private constructor(
    private handle: FileHandle,
    private place: string,
  ) {}

  static async open(place: string): Promise<Folder> {
    return new Folder(await openFolder(place), isLinux ? place : await realpath(place));
  }

  /** The path of something in the folder, for calls that do not follow a link at its end. */
  at(name: string): string {
    return path.join(isLinux ? `/proc/self/fd/${this.handle.fd}` : this.place, name);
  }

  /** The path of the folder itself. */
  get self(): string {
    return isLinux ? `/proc/self/fd/${this.handle.fd}` : this.place;
  }

  async enter(name: string, makes = false): Promise<void> {
    if (makes) await mkdir(this.at(name)).catch(unlessCode("EEXIST"));
    const inner = await openFolder(this.at(name));
    await this.handle.close();
    this.handle = inner;
    this.place = path.join(this.place, name);
    await this.requireInside(inner, this.place);
  }

  async file(name: string, flags: number): Promise<FileHandle> {
    const handle = await open(this.at(name), flags | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => {
      // What the system says about links, pipes without a reader and of folders.
      throw hasCode(error, "ELOOP", "ENXIO", "EISDIR") ? new NotPlainFileError(`${name} is not a plain file.`) : error;
    });
    try {
      if (!(await handle.stat()).isFile()) throw new NotPlainFileError(`${name} is not a plain file.`);
      await this.requireInside(handle, path.join(this.place, name));
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.handle.close();
  }

  /** Where handles have no paths, a folder may have been exchanged meanwhile. Then the path leads elsewhere now. */
  private async requireInside(handle: FileHandle, place: string): Promise<void> {
    if (isLinux) return;
    const [found, opened] = [await lstat(place), await handle.stat()];
    const isSame = found.ino === opened.ino && found.dev === opened.dev;
    if (!isSame || (await realpath(place)) !== place) throw new NotPlainFileError(`${place} has been exchanged.`);
  }
}

async function openFolder(place: string): Promise<FileHandle> {
  const flags = O_DIRECTORY | O_NOFOLLOW | (isLinux ? pathOnly : O_RDONLY);
  return await open(place, flags).catch((error: unknown) => {
    throw hasCode(error, "ELOOP", "ENOTDIR")
      ? new NotPlainFileError(`${path.basename(place)} is not a folder.`)
      : error;
  });
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.some((code) => error.code === code);
}

function unlessCode(code: string): (error: unknown) => void {
  return (error) => {
    if (!hasCode(error, code)) throw error;
  };
}
