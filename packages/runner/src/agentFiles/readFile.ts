// The only way to read a file that an agent may have written.
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { hasCode, openPlainFile, FileTooLargeError } from "./openFile";

/**
 * Returns the text of a plain file below `root`, or null when there is none. Throws NotPlainFileError for everything
 * else that may be there, and FileTooLargeError for a file of more than `maxBytes`.
 */
export async function readText(root: string, name: string, maxBytes: number): Promise<string | null> {
  return (await readBytes(root, name, maxBytes))?.toString("utf8") ?? null;
}

/** The same for a reader that does not take what is not UTF-8. */
export async function readBytes(root: string, name: string, maxBytes: number): Promise<Buffer | null> {
  const handle = await openPlainFile({ root, name }, constants.O_RDONLY).catch((error: unknown) => {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return null;
    throw error;
  });
  if (handle === null) return null;
  try {
    const bytes = await firstBytes(handle, maxBytes + 1);
    if (bytes.length > maxBytes) throw new FileTooLargeError(`${name} is larger than ${maxBytes} bytes.`);
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
