// Where a name of a mirror leads, read as git keeps it: in a file of its own, or else in `packed-refs`. A run asks this
// some thirty times, and to start git for each of them would be a third of what a run costs the runner.
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { isObjectId } from "./objectId";

type StoredRef = { kind: "object"; id: string } | { kind: "missing" } | { kind: "unclear" };

/** `unclear` is what only git can read, such as a name that leads to another name. `name` follows the rules of git. */
export async function readStoredRef(mirror: string, name: string): Promise<StoredRef> {
  const before = await identityOf(mirror);
  const stored = await readFiles(mirror, name);
  // A broken mirror is moved away and replaced, and for a moment there is none, which has no names either.
  const isSame = before !== null && before === (await identityOf(mirror));
  return isSame ? stored : { kind: "unclear" };
}

async function identityOf(mirror: string): Promise<string | null> {
  const status = await stat(mirror).catch(() => null);
  return status === null ? null : `${status.dev} ${status.ino}`;
}

async function readFiles(mirror: string, name: string): Promise<StoredRef> {
  const loose = await readIfThere(path.join(mirror, name));
  if (loose === null) return { kind: "unclear" };
  if (loose !== "") return asObject(loose.trimEnd());
  // git writes this file before it removes the others, so a name is never in neither.
  const packed = await readIfThere(path.join(mirror, "packed-refs"));
  if (packed === null || existsSync(path.join(mirror, "reftable"))) return { kind: "unclear" };
  return foundIn(packed, name);
}

/** Empty where there is no such file, and null where something else is in its place. Names may be any bytes. */
async function readIfThere(file: string): Promise<string | null> {
  try {
    return (await readFile(file, "latin1")) || null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "EISDIR" ? "" : null;
  }
}

function asObject(text: string): StoredRef {
  return isObjectId(text) ? { kind: "object", id: text } : { kind: "unclear" };
}

function foundIn(packed: string, name: string): StoredRef {
  const bytes = Buffer.from(name).toString("latin1");
  const at = packed.indexOf(` ${bytes}\n`);
  if (at === -1) return { kind: "missing" };
  const next = at + bytes.length + 2;
  // A line that begins so says what the tag of the line before it leads to.
  if (packed.startsWith("^", next)) return { kind: "unclear" };
  return asObject(packed.slice(packed.lastIndexOf("\n", at) + 1, at));
}
