// The bytes of files. All are in one folder under random names. They are on the disk before a document names them.
import crypto from "node:crypto";
import fs from "node:fs";
import fsp from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";

export interface WrittenBytes {
  uuid: string;
  size: number;
  sha256: Buffer;
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export class FileBytes {
  private holds = 0;
  /** Files that will be deleted once nothing holds them. */
  private leaving = new Set<string>();

  constructor(private readonly folder: string) {}

  open(uuid: string, range?: { start: number; end: number }): Readable {
    return fs.createReadStream(this.pathOf(uuid), range);
  }

  read(uuid: string): Promise<Buffer<ArrayBuffer>> {
    return fsp.readFile(this.pathOf(uuid));
  }

  /** Writes the bytes under the wanted name if it is valid and free, otherwise under a new name. */
  async write(chunks: AsyncIterable<Buffer> | Iterable<Buffer>, wanted: string | null = null): Promise<WrittenBytes> {
    const isFree = wanted !== null && uuidPattern.test(wanted) && !fs.existsSync(this.pathOf(wanted));
    const uuid = isFree ? wanted : crypto.randomUUID();
    const hash = crypto.createHash("sha256");
    let size = 0;
    const handle = await fsp.open(this.pathOf(uuid), "wx", 0o600);
    try {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        await handle.writeFile(chunk);
      }
      await handle.sync();
    } catch (error) {
      await fsp.rm(this.pathOf(uuid), { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    await syncFolder(this.folder);
    return { uuid, size, sha256: hash.digest() };
  }

  remove(uuid: string): void {
    if (this.holds > 0) this.leaving.add(uuid);
    else fs.rm(this.pathOf(uuid), { force: true }, () => undefined);
  }

  /** Keeps bytes until the returned function is called, even if no document names them. */
  hold(): () => void {
    this.holds++;
    return () => {
      this.holds--;
      if (this.holds > 0) return;
      const leaving = this.leaving;
      this.leaving = new Set();
      for (const uuid of leaving) this.remove(uuid);
    };
  }

  removeAllBut(known: ReadonlySet<string>): void {
    for (const name of fs.readdirSync(this.folder)) {
      if (!known.has(name)) fs.rmSync(this.pathOf(name), { force: true });
    }
  }

  private pathOf(uuid: string): string {
    return path.join(this.folder, uuid);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await fsp.open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
