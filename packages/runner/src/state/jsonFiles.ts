// Small JSON files of one kind in one folder, one for each name. They survive a crash at any moment: written beside,
// brought to the disk, and renamed. What is there and cannot be used is put aside, so that it is in nobody's way.
import { randomUUID } from "node:crypto";
import { lstat, mkdir, open, readdir, realpath, rename, rm } from "node:fs/promises";
import path from "node:path";
import type * as z from "zod";
import { hasCode, NotPlainFileError } from "../agentFiles/openFile";
import { readBytes } from "../agentFiles/readFile";

/** Not the number of the process, which is the same for each runner that is the first process of its container. */
const ownPart = `.${randomUUID()}.part`;
/** The output of a step, which may have a megabyte, is the largest thing in a file. */
const maxBytes = 16_000_000;

/** The file is there and has not what the runner has written. The message continues the file's name. */
class InvalidFileError extends Error {}

interface Kind<Value> {
  folder: string;
  shape: z.ZodType<Value>;
  /** The name of the file that has the value, without its ending. */
  nameOf: (value: Value) => string;
  /** Receives a sentence about what was put aside. */
  warn: (message: string) => void;
}

export class JsonFiles<Value> {
  constructor(private readonly kind: Kind<Value>) {}

  /** Returns null when there is no such file, or none that can be used. */
  async read(name: string): Promise<Value | null> {
    try {
      return await this.readFile(name);
    } catch (error) {
      if (!isLasting(error)) throw error;
      await this.putAside(`${name}.json`, error.message);
      return null;
    }
  }

  async write(value: Value): Promise<void> {
    const { folder, nameOf } = this.kind;
    await mkdir(folder, { recursive: true });
    const name = `${nameOf(value)}.json`;
    const partial = path.join(folder, name + ownPart);
    const handle = await open(partial, "w", 0o600);
    try {
      await handle.writeFile(JSON.stringify(value));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, path.join(folder, name));
    const held = await open(folder, "r");
    try {
      await held.sync();
    } finally {
      await held.close();
    }
  }

  async remove(name: string): Promise<void> {
    await rm(path.join(this.kind.folder, `${name}.json`), { force: true });
  }

  /** Parts that a crash has left are deleted, but not those that are being written now. */
  async all(): Promise<Value[]> {
    const names = await this.names();
    await this.removeParts(names);
    const files = names.filter((name) => name.endsWith(".json"));
    const read = await Promise.all(files.map((name) => this.read(name.slice(0, -".json".length))));
    return read.filter((value) => value !== null);
  }

  /** Deletes all files except the newest ones, without reading them. */
  async keepNewest(count: number): Promise<void> {
    const names = await this.names();
    await this.removeParts(names);
    const files = names.filter((name) => name.endsWith(".json"));
    const aged = await Promise.all(files.map(async (name) => ({ name, atMs: await this.changedAtMs(name) })));
    const newestFirst = aged.toSorted((a, b) => b.atMs - a.atMs);
    for (const [index, { name }] of newestFirst.entries())
      if (index >= count) await rm(path.join(this.kind.folder, name), { force: true, recursive: true });
  }

  private async changedAtMs(name: string): Promise<number> {
    const found = await lstat(path.join(this.kind.folder, name)).catch(() => null);
    return found?.mtimeMs ?? 0;
  }

  private async removeParts(names: readonly string[]): Promise<void> {
    for (const name of names.filter((one) => one.endsWith(".part") && !one.endsWith(ownPart))) {
      await rm(path.join(this.kind.folder, name), { force: true }).catch((error: unknown) => {
        return this.putAside(name, String(error));
      });
    }
  }

  private async names(): Promise<string[]> {
    try {
      return await readdir(this.kind.folder);
    } catch (error) {
      if (hasCode(error, "ENOENT")) return [];
      if (!isLasting(error)) throw error;
      await putAside(this.kind.folder, error.message, this.kind.warn);
      return [];
    }
  }

  private async readFile(name: string): Promise<Value | null> {
    const { folder, shape, nameOf } = this.kind;
    // The folder itself may be a link of somebody who keeps it on another disk.
    const place = await realpath(folder).catch(() => folder);
    const bytes = await readBytes(place, `${name}.json`, maxBytes);
    if (bytes === null) return null;
    const read = shape.safeParse(parsed(bytes));
    if (!read.success) throw new InvalidFileError("it has not the form of such a file");
    if (named(nameOf, read.data) !== name) throw new InvalidFileError("it belongs to another name");
    return read.data;
  }

  private async putAside(name: string, reason: string): Promise<void> {
    await putAside(path.join(this.kind.folder, name), reason, this.kind.warn);
  }
}

/** Half of a pair of code units, which JSON can hold, is in no name. */
function named<Value>(nameOf: (value: Value) => string, value: Value): string | null {
  try {
    return nameOf(value);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new InvalidFileError("it is not JSON in UTF-8");
  }
}

/** Whether reading would fail again. A runner that has no descriptor or no memory left must not lose what it knows. */
function isLasting(error: unknown): error is Error {
  if (error instanceof InvalidFileError || error instanceof NotPlainFileError) return true;
  return hasCode(error, "EACCES", "EPERM", "EIO", "ENOTDIR", "ELOOP");
}

async function putAside(place: string, reason: string, tell: (message: string) => void): Promise<void> {
  const aside = `${place}.unusable-${Date.now()}`;
  try {
    await rename(place, aside);
    tell(`${place} cannot be used (${reason}). It is in ${aside} now.`);
  } catch (error) {
    // Another reader of this process was faster.
    if (hasCode(error, "ENOENT")) return;
    tell(`${place} cannot be used (${reason}), nor moved away: ${String(error)}`);
  }
}
