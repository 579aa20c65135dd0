// Brings what an agent has left in its repository into the mirror. It comes as a stream of objects, which git checks
// one by one in a place of its own: their form, their hashes, and that with the mirror alone nothing is missing. Only
// then do they become part of the mirror.
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { PassThrough } from "node:stream";
import { git, gitScript, maxMs } from "./git";
import { isolatedGit, isolatedGitBytes, objectsFolder } from "./isolatedGit";
import type { Checkout } from "./isolatedGit";
import { GitKilledError } from "./gitKilled";
import { listRefs } from "./listRefs";
import { isObjectId } from "./objectId";
import { GitError } from "./runGit";

/** What an agent has left in git is broken, or too much. Trying again would not help. */
export class UnusableRepositoryError extends Error {}

/** More than this in one step is refused. */
const maxPackBytes = 4 * 1024 ** 3;
/** git keeps fewer objects than this as files of their own, so that steps do not leave a pack each. */
const maxLoose = 100;
/** Old repositories have trees of this form, and they may come with what an agent has fetched. */
const tolerated = "--strict=zeroPaddedFilemode=ignore";

/** Returns the id if it is one. An agent may say anything. */
export function requireCommitId(said: string): string {
  const id = said.trim();
  if (!isObjectId(id)) throw new UnusableRepositoryError("The worktree's git names no commit.");
  return id;
}

/** The commit that is checked out there, which need not be in the mirror yet. */
export async function readCheckedOutCommit(checkout: Checkout): Promise<string> {
  return requireCommitId(await isolatedGit(checkout, ["rev-parse", "--verify", "HEAD^{commit}"]));
}

/** Afterwards these objects, and everything that they need, are in the mirror. Throws UnusableRepositoryError. */
export async function importObjects(checkout: Checkout, ids: readonly string[]): Promise<void> {
  const { mirror, signal } = checkout;
  const quarantine = path.join(objectsFolder(mirror), `tmp_objdir-incoming-${randomUUID()}`);
  await mkdir(path.join(quarantine, "pack"), { recursive: true });
  try {
    await receive(checkout, ids, quarantine);
    await migrate(mirror, quarantine, signal);
  } catch (error) {
    throw error instanceof GitError
      ? new UnusableRepositoryError(`What the worktree's git has cannot be used: ${error.message}`)
      : error;
  } finally {
    await rm(quarantine, { recursive: true, force: true });
  }
}

function apartFrom(mirror: string, quarantine: string): Record<string, string> {
  return { GIT_OBJECT_DIRECTORY: quarantine, GIT_ALTERNATE_OBJECT_DIRECTORIES: objectsFolder(mirror) };
}

/**
 * When one side has failed, the other ends by itself, and may say in this time that it was killed. That is then the
 * cause, although the side that reads has noticed it first.
 */
const otherSideMs = 2000;

/**
 * One side writes what the other reads. When one fails, the other cannot continue, and the first failure is the cause.
 */
async function receive(checkout: Checkout, ids: readonly string[], quarantine: string): Promise<void> {
  const { mirror } = checkout;
  const between = new PassThrough();
  const over = new AbortController();
  const failures: unknown[] = [];
  let late: NodeJS.Timeout | undefined;
  const side = async (work: Promise<unknown>) => {
    await work.catch((error: unknown) => {
      failures.push(error);
      late ??= setTimeout(() => over.abort(new Error("The other side has failed.")), otherSideMs);
    });
  };
  const revisions = [...ids, "--not", ...(await known(mirror))].join("\n");
  const signal = AbortSignal.any([over.signal, checkout.signal]);
  const timeoutMs = maxMs.history;
  const pack = ["pack-objects", "--revs", "--local", "--window=0", "--stdout", "--quiet"];
  const taken = { name: "index-pack", text: takesWhole, args: ids };
  await Promise.all([
    side(isolatedGitBytes(checkout, pack, { input: `${revisions}\n`, output: between, signal })),
    side(gitScript(taken, { cwd: mirror, env: apartFrom(mirror, quarantine), input: between, signal, timeoutMs })),
  ]);
  clearTimeout(late);
  const isKill = (failure: unknown) => failure instanceof GitKilledError;
  if (failures.length > 0) throw failures.find(isKill) ?? failures[0];
}

/** What the mirror has by a name need not come again. */
async function known(mirror: string): Promise<string[]> {
  return [...new Set((await listRefs(mirror, "refs")).map(([, id]) => id))];
}

/**
 * Bounds of what one step may bring: a few kilobytes that are packed can be a message of gigabytes, and git reads all
 * messages when it looks for steps. The sizes are compared by their digits.
 */
const maxCommits = 100_000;
const maxLongCommits = 1_000;
const refusedSizes = {
  huge: { digits: 7, most: 0, says: "A commit has more than 1,000,000 bytes: its message must be shorter." },
  long: {
    digits: 5,
    most: maxLongCommits,
    says: `More than ${maxLongCommits} commits have messages of 10,000 bytes: shorten some of them.`,
  },
  any: { digits: 1, most: maxCommits, says: `There are more than ${maxCommits} new commits: join some of them.` },
};

/** Names the type and size of each new object. Neither needs the object to be unpacked. */
const listsCommits = `for index in "$GIT_OBJECT_DIRECTORY"/pack/*.idx; do git show-index < "$index"; done | cut -d " " -f 2 |
git cat-file --batch-check="%(objecttype) %(objectsize)" | grep -E "^(commit|tag) "`;

const refusesLong = `commits=$(${listsCommits})
${Object.values(refusedSizes)
  .map(
    ({ digits, most, says }) =>
      `test "$(printf "%s\\n" "$commits" | grep -Ec " [0-9]{${digits},}$")" -le ${most} || { echo "${says}" >&2; exit 1; }`,
  )
  .join("\n")}`;

/** Takes what comes, and then looks whether it is too much, or with the mirror alone something of it is missing. */
const takesWhole = `git index-pack --stdin ${tolerated} --max-input-size=${maxPackBytes} || exit
${refusesLong}
git rev-list --objects --quiet "$@" --not --all`;

async function migrate(mirror: string, quarantine: string, signal: AbortSignal): Promise<void> {
  const from = path.join(quarantine, "pack");
  const names = await readdir(from);
  const pack = names.find((name) => name.endsWith(".pack"));
  if (pack === undefined) return;
  if ((await countIn(path.join(from, pack))) <= maxLoose) return await unpack(mirror, path.join(from, pack), signal);
  // git looks for the index first, so it comes last.
  const inOrder = names.toSorted((a, b) => Number(a.endsWith(".idx")) - Number(b.endsWith(".idx")));
  for (const name of inOrder) await rename(path.join(from, name), path.join(objectsFolder(mirror), "pack", name));
}

/** The number of objects is in the head of a pack. */
async function countIn(pack: string): Promise<number> {
  const file = await open(pack, "r");
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(12), length: 12 });
    return buffer.readUInt32BE(8);
  } finally {
    await file.close();
  }
}

async function unpack(mirror: string, pack: string, signal: AbortSignal): Promise<void> {
  const file = await open(pack, "r");
  await git(["unpack-objects", "-q"], {
    cwd: mirror,
    input: file.createReadStream(),
    signal,
    timeoutMs: maxMs.history,
  });
}
