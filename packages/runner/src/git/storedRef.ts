// Where a name of a mirror leads, and which names there are, read as git keeps them: in a file each, or else in
// `packed-refs`. A run asks this some thirty times, and to start git for each of them would be a third of what a run
// costs the runner.
import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { isObjectId } from "./objectId";

type StoredRef = { kind: "object"; id: string } | { kind: "missing" } | { kind: "unclear" };

/** `unclear` is what only git can read, such as a name that leads to another name. `name` follows the rules of git. */
export async function readStoredRef(mirror: string, name: string): Promise<StoredRef> {
  return (await readOneMirror(mirror, () => readFiles(mirror, name))) ?? { kind: "unclear" };
}

/** More files than this are read faster by git. */
const maxFiles = 200;

/**
 * All names that begin with `below`, such as `refs`, and the objects that they lead to, in the order of git. Each
 * character of a name is one of its bytes. Null for what only git can read.
 */
export async function listStoredRefs(mirror: string, below: string): Promise<[string, string][] | null> {
  return await readOneMirror(mirror, async () => {
    const loose = await readLoose(mirror, below);
    const packed = loose === null ? null : await readPacked(mirror);
    if (loose === null || packed === null) return null;
    const lines = packed.matchAll(/^([0-9a-f]+) (.+)$/gm);
    const found = [...lines].flatMap(([, id = "", name = ""]): [string, string][] =>
      name.startsWith(`${below}/`) ? [[name, id]] : [],
    );
    return [...new Map([...found, ...loose])].toSorted(([one], [other]) => (one < other ? -1 : 1));
  });
}

/** A broken mirror is moved away and replaced, and for a moment there is none, which has no names either. */
async function readOneMirror<Read>(mirror: string, read: () => Promise<Read>): Promise<Read | null> {
  const before = await identityOf(mirror);
  const found = await read();
  return before !== null && before === (await identityOf(mirror)) ? found : null;
}

async function readLoose(mirror: string, below: string): Promise<[string, string][] | null> {
  const folder = path.join(mirror, below);
  if (!existsSync(folder)) return [];
  // git removes folders that have become empty, and one that is gone meanwhile says nothing about the others.
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null);
  if (found === null) return null;
  const files = found.filter((entry) => !entry.isDirectory() && !entry.name.endsWith(".lock"));
  if (files.length > maxFiles) return null;
  const refs: [string, string][] = [];
  for (const { parentPath, name } of files) {
    const place = path.join(parentPath, name);
    const stored = asObject(((await readIfThere(place)) ?? "").trimEnd());
    const ref = path.relative(mirror, place);
    if (stored.kind !== "object" || !isAscii(ref)) return null;
    refs.push([ref, stored.id]);
  }
  return refs;
}

/** Names of files are decoded, and those of `packed-refs` are not. */
function isAscii(name: string): boolean {
  return Buffer.byteLength(name) === name.length;
}

/** git writes this file before it removes the others, so a name is never in neither. Null where it is not read here. */
async function readPacked(mirror: string): Promise<string | null> {
  return existsSync(path.join(mirror, "reftable")) ? null : await readIfThere(path.join(mirror, "packed-refs"));
}

async function identityOf(mirror: string): Promise<string | null> {
  const status = await stat(mirror).catch(() => null);
  return status === null ? null : `${status.dev} ${status.ino}`;
}

async function readFiles(mirror: string, name: string): Promise<StoredRef> {
  const loose = await readIfThere(path.join(mirror, name));
  if (loose === null) return { kind: "unclear" };
  if (loose !== "") return asObject(loose.trimEnd());
  const packed = await readPacked(mirror);
  return packed === null ? { kind: "unclear" } : foundIn(packed, name);
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
