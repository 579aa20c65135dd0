// A mirror that git calls broken is cloned again. Branches that runs have made exist nowhere else, so they are taken
// over from the old one, as far as git can read them.
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { git, GitError, maxMs } from "./git";

const brokenSigns = [
  /bad object|bad config|bad ref|broken|corrupt|not a git repository|unable to (?:read|parse|find)|inflate/,
  /missing (?:blob|tree|commit|object)|invalid (?:sha1 pointer|object)|not a valid object|loose object|is empty/,
  /did not send all necessary objects|cannot be accessed|does not match index|unresolved deltas|dangling/,
];

/** What the remote says is about another repository. */
export function saysBroken(output: string): boolean {
  const own = output.split("\n").filter((line) => !line.startsWith("remote:"));
  return own.some((line) => brokenSigns.some((sign) => sign.test(line)));
}

interface Renewal {
  quarantine: string;
  /** Makes a mirror with everything that the remote has. */
  fill: (folder: string) => Promise<void>;
  signal: AbortSignal;
}

/** Nothing is changed unless the new one is complete. Returns what became of the old one, as the end of a sentence. */
export async function recloneMirror(folder: string, { quarantine, fill, signal }: Renewal): Promise<string> {
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await fill(fresh);
  const lost = await takeOver({ from: folder, to: fresh, signal });
  const aside = path.join(quarantine, `${path.basename(folder)}-${Date.now()}`);
  await mkdir(quarantine, { recursive: true });
  if (existsSync(folder)) await rename(folder, aside);
  await rename(fresh, folder);
  const without = lost.length === 0 ? "" : `, without ${lost.join(", ")}`;
  return `${without}; the old one is ${aside}`;
}

interface Way {
  from: string;
  to: string;
  signal: AbortSignal;
}

/** Returns the names that could not be read. */
async function takeOver(way: Way): Promise<string[]> {
  const { from } = way;
  if (!existsSync(from)) return [];
  await makeReadable(from);
  const names = await namesIn(from);
  if (names === null) return ["what nobody could list"];
  if (await fetches(names, way)) return [];
  const lost: string[] = [];
  for (const name of names) if (!(await fetches([name], way))) lost.push(name);
  return lost;
}

/** Telling the old one what is here already would make it look at objects that may be broken. */
const askingNothing = ["-c", "fetch.negotiationAlgorithm=noop", "fetch", "--quiet", "--no-tags", "--no-auto-gc"];

async function fetches(names: string[], { from, to, signal }: Way): Promise<boolean> {
  if (names.length === 0) return true;
  try {
    const same = names.map((name) => `${name}:${name}`);
    await git([...askingNothing, "--stdin", from], {
      cwd: to,
      signal,
      timeoutMs: maxMs.transfer,
      input: same.join("\n"),
    });
    return true;
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
}

/**
 * Without these two files git reads nothing at all, and a broken branch of the remote makes it read no other. What the
 * files had is kept beside them.
 */
async function makeReadable(mirror: string): Promise<void> {
  const config = "[core]\n\tbare = true\n[transfer]\n\thideRefs = refs/remotes\n";
  const files = { HEAD: "ref: refs/heads/switchyard/none\n", config };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(mirror, name);
    await rename(file, `${file}.before`).catch(() => undefined);
    await writeFile(file, text);
  }
}

/** Null when git cannot list them. */
async function namesIn(mirror: string): Promise<string[] | null> {
  const asked = ["for-each-ref", "--format=%(refname)", "refs/heads", "refs/switchyard"];
  try {
    return (await git(asked, { cwd: mirror, signal: null, timeoutMs: maxMs.names }))
      .split("\n")
      .filter((name) => name !== "");
  } catch (error) {
    if (error instanceof GitError) return null;
    throw error;
  }
}
