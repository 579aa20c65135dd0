import { randomUUID } from "node:crypto";
import { openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * Returns the descriptor of a file that has no name any more, so that only who inherits it can read it. A pipe of Node
 * is a socket, which cannot be opened by the name /dev/fd/4.
 */
export function openInheritedFile(content: string | Buffer): number {
  const name = path.join(tmpdir(), `switchyard-${randomUUID()}`);
  const file = openSync(name, "wx+", 0o600);
  rmSync(name);
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  // Written at positions, so that reading begins with the first byte.
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at, at);
  return file;
}
