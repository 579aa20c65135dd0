// One bare repository for each project and address is the cache of all its runs. Agents read every object of it, also
// those that no name leads to, so two projects never share one. Only the runner writes it. The branches of the remote
// are under `refs/remotes/origin`, so that a fetch never touches the branches that runs have made.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { isRefName } from "./branchName";
import type { Credential } from "./credential";
import { git, GitError, gitSucceeds, maxMs } from "./git";
import type { GitOptions } from "./git";
import type { GitIsolation, Checkout } from "./isolatedGit";
import { objectsFolder } from "./isolatedGit";
import type { NamedLocks } from "./locks";
import { remoteGit } from "./remoteGit";
import { saysBroken, recloneMirror } from "./recloneMirror";
import { readStoredRef } from "./storedRef";
import { saysLocked, removeLocks } from "./staleLocks";

/** A mirror as far as worktrees need it. */
export interface WorktreeMirror {
  folder: string;
  /** How git works in the worktrees. */
  gitIsolation: GitIsolation;
  /** Ends what git does with what agents have left: the end of the job, when it comes before its time. */
  signal: AbortSignal;
  /** Runs one change of the mirror at a time. */
  exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** A mirror as far as it is read. */
export type ReadMirror = Pick<WorktreeMirror, "folder" | "signal">;

export interface Mirror extends WorktreeMirror {
  /** Without a login. */
  url: string;
  credential: Credential | null;
}

/** The folder in a worktree in which the runner lays out what the agent reads. git ignores it. */
export const knowledgeFolder = ".switchyard";

interface Wanted {
  projectId: string;
  url: string;
  credential: Credential | null;
  /** The folder of all mirrors. */
  parent: string;
  /** Where a mirror that is broken is moved to. */
  quarantine: string;
  gitIsolation: GitIsolation;
  locks: NamedLocks;
  /** Tells the people at the terminal. */
  tell: (what: string) => void;
  signal: AbortSignal;
}

/** Returns the mirror with everything that the remote has now. */
export async function openMirror(wanted: Wanted): Promise<Mirror> {
  const { url, credential, parent, gitIsolation, locks, signal } = wanted;
  const folder = path.join(parent, nameOf(wanted));
  const mirror: Mirror = { url, folder, credential, gitIsolation, signal, exclusively: exclusiveAccess(locks, folder) };
  const fill = async (place: string) => {
    await initialise(place, url, signal);
    await fetchAll({ folder: place, url, credential }, signal);
  };
  await mirror.exclusively(async () => {
    try {
      return await fill(folder);
    } catch (error) {
      if (!(error instanceof GitError) || !saysBroken(error.output)) throw error;
    }
    const set = await recloneMirror(folder, { quarantine: wanted.quarantine, fill, signal });
    wanted.tell(`${path.basename(folder)} was broken, and was cloned anew${set}`);
  });
  return mirror;
}

/** One change at a time, so a lock of git that is in the way is one that a killed git has left. */
export function exclusiveAccess(locks: NamedLocks, folder: string): WorktreeMirror["exclusively"] {
  return async (work) =>
    await locks.runExclusively(folder, async () => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof GitError) || !saysLocked(error.output)) throw error;
        await removeLocks(folder);
        return await work();
      }
    });
}

/** Needs the mirror for itself. */
export async function fetchAll(
  { folder, url, credential }: Pick<Mirror, "folder" | "url" | "credential">,
  signal: AbortSignal,
): Promise<void> {
  await remoteGit(["fetch", "--quiet", "--prune", "--no-tags", "--no-auto-gc", "origin"], {
    cwd: folder,
    url,
    credential,
    signal,
  });
}

/** Repeating this does no harm, so a runner that was killed in the middle of it just begins again. */
async function initialise(folder: string, url: string, signal: AbortSignal): Promise<void> {
  if (await isInitialised(folder, url)) return;
  await mkdir(folder, { recursive: true });
  // Names are read from these files: see storedRef.ts.
  const options = { cwd: folder, signal, timeoutMs: maxMs.names, env: { GIT_DEFAULT_REF_FORMAT: "files" } };
  const bare = ["init", "--quiet", "--bare", "--template=", "--initial-branch=switchyard/none", "."];
  await git(bare, options);
  // Nothing of another repository is ever taken for a part of this one.
  await rm(path.join(objectsFolder(folder), "info/alternates"), { force: true });
  await git(["config", "remote.origin.url", url], options);
  await git(["config", "remote.origin.fetch", allBranches], options);
}

const allBranches = "+refs/heads/*:refs/remotes/origin/*";

/** The settings are written one after the other, and that of the branches is the last. */
async function isInitialised(folder: string, url: string): Promise<boolean> {
  if (!["HEAD", "refs", "objects"].every((name) => existsSync(path.join(folder, name)))) return false;
  const settings = await readFile(path.join(folder, "config"), "utf8").catch(() => "");
  const isWhole = settings.includes(`\turl = ${url}\n\tfetch = ${allBranches}\n`);
  return isWhole && !existsSync(path.join(objectsFolder(folder), "info/alternates"));
}

/** Neither two projects nor two addresses ever share a folder. */
function nameOf({ projectId, url }: Pick<Wanted, "projectId" | "url">): string {
  return readableName(url, hashOf(`${projectId}\0${url}`).slice(0, 32));
}

/** Up to version 0.2.0 all projects with one address shared this folder. */
export function formerMirror({ folder, url }: Pick<Mirror, "folder" | "url">): string {
  return path.join(path.dirname(folder), readableName(url, hashOf(url).slice(0, 12)));
}

function readableName(url: string, hash: string): string {
  const readable = /([\w.-]+?)(?:\.git)?\/*$/.exec(url)?.[1] ?? "repository";
  return `${readable.slice(0, 60)}-${hash}.git`;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** For what is done with names and single objects, also after the end of a job. */
export function namesOf(mirror: string): GitOptions {
  return { cwd: mirror, signal: null, timeoutMs: maxMs.names };
}

/** For what follows commits, which an agent may have made many. */
export function historyOf({ folder, signal }: ReadMirror): GitOptions {
  return { cwd: folder, signal, timeoutMs: maxMs.history };
}

export function checkoutOf({ folder: mirror, gitIsolation, signal }: WorktreeMirror, folder: string): Checkout {
  return { folder, mirror, gitIsolation, signal };
}

export function remoteBranchRef(name: string): string {
  return `refs/remotes/origin/${name}`;
}

export async function setRef(mirror: WorktreeMirror, name: string, commit: string): Promise<void> {
  await setRefs(mirror, { [name]: commit });
}

/** All of them or none. What leads there already costs nothing. */
export async function setRefs(mirror: WorktreeMirror, commits: Readonly<Record<string, string>>): Promise<void> {
  const { folder, exclusively } = mirror;
  const changed: string[] = [];
  for (const [name, commit] of Object.entries(commits)) {
    const stored = await readStoredRef(folder, name);
    if (stored.kind !== "object" || stored.id !== commit) changed.push(`update ${name}\0${commit}\0\0`);
  }
  if (changed.length === 0) return;
  await exclusively(() => git(["update-ref", "--stdin", "-z"], { ...namesOf(folder), input: changed.join("") }));
}

export async function removeRef({ folder, exclusively }: WorktreeMirror, name: string): Promise<void> {
  await exclusively(() => git(["update-ref", "-d", name], namesOf(folder)));
}

/** git and the runner write only commits there. What a host calls a branch or a request may be anything. */
const namesCommit = /^refs\/(?:heads|switchyard\/(?:worktrees|kept|seen))\//;
/** Objects that git has called commits. An id always names the same object, and a name leads to one that is there. */
const knownCommits = new Set<string>();
const maxKnown = 10_000;

/** Returns the commit that a name means, or null when there is none. */
export async function resolveCommit({ folder }: Pick<Mirror, "folder">, name: string): Promise<string | null> {
  if (!name.startsWith("refs/")) return await askForCommit(folder, name);
  if (!isRefName(name)) return null;
  const stored = await readStoredRef(folder, name);
  if (stored.kind === "missing") return null;
  if (stored.kind === "object" && (namesCommit.test(name) || knownCommits.has(stored.id))) return stored.id;
  const commit = await askForCommit(folder, name);
  if (commit !== null) {
    if (knownCommits.size >= maxKnown) knownCommits.clear();
    knownCommits.add(commit);
  }
  return commit;
}

async function askForCommit(folder: string, name: string): Promise<string | null> {
  return await answerOrNull(git(["rev-parse", "--verify", "--quiet", `${name}^{commit}`], namesOf(folder)));
}

/** How git ends where an argument is not a commit of the repository, as it does for an option that it does not know. */
const refusedArgument = 129;

/** Whether a branch or another lasting name keeps the commit. That of a worktree goes with the worktree. */
export async function isOnLastingRef(mirror: ReadMirror, commit: string): Promise<boolean> {
  const lasting = ["refs/heads", "refs/remotes", "refs/switchyard/kept", "refs/switchyard/requests"];
  try {
    return (await git(["for-each-ref", "--count=1", "--contains", commit, ...lasting], historyOf(mirror))) !== "";
  } catch (error) {
    if (error instanceof GitError && error.code === refusedArgument) return false;
    throw error;
  }
}

/** The newest commit that both histories have. Null where they have none. */
export async function commonCommit(mirror: ReadMirror, one: string, other: string): Promise<string | null> {
  return one === other ? one : await answerOrNull(git(["merge-base", one, other], historyOf(mirror)));
}

/** What git has answered, or null where it ended with 1, by which it says that there is no answer. */
async function answerOrNull(asked: Promise<string>): Promise<string | null> {
  try {
    return (await asked).trim();
  } catch (error) {
    if (error instanceof GitError && error.code === 1) return null;
    throw error;
  }
}

export async function isAncestor(mirror: ReadMirror, older: string, newer: string): Promise<boolean> {
  return older === newer || (await gitSucceeds(["merge-base", "--is-ancestor", older, newer], historyOf(mirror)));
}
