// The only way to read a file that an agent may have written.
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { isCode, openPlain, TooLarge } from "./openFile";

/**
 * Returns the text of a plain file below `root`, or null when there is none. Throws NotPlain for everything else that
 * may be there, and TooLarge for a file of more than `maxBytes`.
 */
export async function readBelow(root: string, name: string, maxBytes: number): Promise<string | null> {
  return (await bytesBelow(root, name, maxBytes))?.toString("utf8") ?? null;
}

/** The same for a reader that does not take what is not UTF-8. */
export async function bytesBelow(root: string, name: string, maxBytes: number): Promise<Buffer | null> {
  const handle = await openPlain({ root, name }, constants.O_RDONLY).catch((error: unknown) => {
    if (isCode(error, "ENOENT", "ENOTDIR")) return null;
    throw error;
  });
  if (handle === null) return null;
  try {
    const bytes = await firstBytes(handle, maxBytes + 1);
    if (bytes.length > maxBytes) throw new TooLarge(`${name} is larger than ${maxBytes} bytes.`);
    return bytes;
  } finally {
    await handle.close();
  }
}

/** A file may grow while it is read, so its size is not believed. */
async function firstBytes(handle: FileHandle, count: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let left = count; left > 0;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(left, 65_536)));
    if (bytesRead === 0) break;
    pieces.push(buffer.subarray(0, bytesRead));
    left -= bytesRead;
  }
  return Buffer.concat(pieces);
}
