// Reads the journal of disk.c, and builds what a power cut at any point may leave on the disk.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const kinds = ["", "write", "truncate", "sync", "create", "rename", "unlink"] as const;

export interface DiskEvent {
  kind: (typeof kinds)[number];
  name: string;
  /** The place of a write, or the new length of a truncated file. */
  offset: number;
  /** The data of a write, or the new name of a rename. */
  data: Buffer;
  /** The position in the journal at which the record ends. */
  end: number;
}

/** Reads the records. If the process was killed, the last record may be incomplete and is ignored. */
export function readJournal(file: string): DiskEvent[] {
  const bytes = readFileSync(file);
  const events: DiskEvent[] = [];
  for (let at = 0; at + 40 <= bytes.length;) {
    const [kind = 0, nameLength = 0, offset = 0, dataLength = 0] = [0, 8, 16, 24].map((field) =>
      Number(bytes.readBigUInt64LE(at + field)),
    );
    const nameAt = at + 40;
    const end = nameAt + nameLength + dataLength;
    if (end > bytes.length) break;
    const name = bytes.toString("utf8", nameAt, nameAt + nameLength);
    events.push({ kind: kinds[kind] ?? "", name, offset, data: bytes.subarray(nameAt + nameLength, end), end });
    at = end;
  }
  return events;
}

/** A disk writes a sector of this size completely or not at all. */
const sectorBytes = 512;

/**
 * Fills `target` with the files that may exist after a power cut: `base`, everything that was synced before the cut,
 * and a random part of the rest, in whole sectors and any order.
 */
export function afterPowerCut(
  base: string,
  events: readonly DiskEvent[],
  { target, random }: { target: string; random: () => number },
): void {
  cpSync(base, target, { recursive: true });
  const lastSync = new Map<string, number>();
  events.forEach(({ kind, name }, at) => kind === "sync" && lastSync.set(name, at));
  const contents = new Map<string, Buffer>();
  const contentOf = (name: string): Buffer => contents.get(name) ?? readOrNothing(path.join(base, name));
  events.forEach((event, at) => {
    const isSynced = at < (lastSync.get(event.name) ?? -1);
    // The file system's own log keeps the names of files. Only their content must be synced.
    if (event.kind === "create") contents.set(event.name, Buffer.alloc(0));
    else if (event.kind === "unlink") {
      contents.delete(event.name);
      rmSync(path.join(target, event.name), { force: true });
    } else if (event.kind === "rename") contents.set(event.data.toString("utf8"), contentOf(event.name));
    else if (event.kind === "truncate") {
      if (isSynced || random() < 0.5) contents.set(event.name, resized(contentOf(event.name), event.offset));
    } else if (event.kind === "write") {
      contents.set(event.name, written(contentOf(event.name), event, isSynced ? () => true : () => random() < 0.5));
    }
  });
  for (const [name, content] of contents) {
    // Shared memory and locks are lost when the power is cut.
    if (name.endsWith("-shm") || name.startsWith("lock.")) continue;
    mkdirSync(path.dirname(path.join(target, name)), { recursive: true });
    writeFileSync(path.join(target, name), content);
  }
}

function readOrNothing(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

function resized(content: Buffer, length: number): Buffer {
  const result = Buffer.alloc(length);
  content.copy(result);
  return result;
}

function written(content: Buffer, { offset, data }: DiskEvent, arrives: () => boolean): Buffer {
  const end = offset + data.length;
  // Most writes are done in place: copying a log for each page would take too long.
  const result = content.length >= end ? content : grown(content, end);
  for (let from = offset; from < end;) {
    const to = Math.min(end, (Math.floor(from / sectorBytes) + 1) * sectorBytes);
    if (arrives()) data.copy(result, from, from - offset, to - offset);
    from = to;
  }
  return result;
}

/** Returns a longer buffer with spare capacity, so that not every append copies it. */
function grown(content: Buffer, length: number): Buffer {
  const room = Buffer.from(content.buffer, content.byteOffset);
  if (room.length >= length && content.buffer.byteLength > 1 << 16) return room.subarray(0, length);
  const result = Buffer.alloc(Math.max(length * 2, 1 << 17));
  content.copy(result);
  return result.subarray(0, length);
}
