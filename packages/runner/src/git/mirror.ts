// One bare repository for each address is the cache of all its runs. The branches of the remote are under
// `refs/remotes/origin`, so that a fetch never touches the branches that runs have made.
import { createHash } from "node:crypto";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Credential } from "./credential";
import { git, gitSays } from "./git";
import type { Locks } from "./locks";

export interface Mirror {
  url: string;
  folder: string;
  credential: Credential | null;
  /** Runs one change of the mirror's administration at a time. */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** The folder in a worktree in which the runner lays out what the agent reads. git ignores it. */
export const ownFolder = ".switchyard";

interface Wanted {
  url: string;
  credential: Credential | null;
  /** The folder of all mirrors. */
  parent: string;
  locks: Locks;
  signal: AbortSignal;
}

/** Returns the mirror with everything that the remote has now. */
export async function openMirror({ url, credential, parent, locks, signal }: Wanted): Promise<Mirror> {
  const folder = path.join(parent, nameOf(url));
  const mirror: Mirror = { url, folder, credential, alone: (work) => locks.hold(folder, work) };
  await mirror.alone(async () => {
    await initialise(mirror, signal);
    await fetchAll(mirror, signal);
  });
  return mirror;
}

export async function fetchAll({ folder, credential }: Mirror, signal: AbortSignal): Promise<void> {
  await git(["fetch", "--quiet", "--prune", "--no-tags", "--no-auto-gc", "origin"], {
    cwd: folder,
    credential,
    signal,
  });
}

/** Repeating this does no harm, so a runner that was killed in the middle of it just begins again. */
async function initialise({ url, folder }: Mirror, signal: AbortSignal): Promise<void> {
  await mkdir(folder, { recursive: true });
  const options = { cwd: folder, signal };
  await git(["init", "--quiet", "--bare", "--initial-branch=switchyard/none", "."], options);
  await git(["config", "remote.origin.url", url], options);
  await git(["config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"], options);
  await ignore(folder, `/${ownFolder}/`);
}

/** Makes git ignore files of this pattern in all worktrees. Needs the lock of the mirror. */
export async function ignore(mirror: string, pattern: string): Promise<void> {
  const exclude = path.join(mirror, "info/exclude");
  const present = await readFile(exclude, "utf8").catch(() => "");
  if (present.split("\n").includes(pattern)) return;
  await mkdir(path.dirname(exclude), { recursive: true });
  await appendFile(exclude, `\n${pattern}\n`);
}

/** A readable name with a hash, so that two addresses never share a folder. */
function nameOf(url: string): string {
  const readable = /([\w.-]+?)(?:\.git)?\/*$/.exec(url)?.[1] ?? "repository";
  return `${readable.slice(0, 60)}-${createHash("sha256").update(url).digest("hex").slice(0, 12)}.git`;
}

export function remoteBranch(name: string): string {
  return `refs/remotes/origin/${name}`;
}

/** Returns the commit that a name means, or null when there is none. */
export async function commitOf({ folder }: Pick<Mirror, "folder">, name: string): Promise<string | null> {
  const options = { cwd: folder };
  const asked = ["rev-parse", "--verify", "--quiet", `${name}^{commit}`];
  return (await gitSays(asked, options)) ? (await git(asked, options)).trim() : null;
}

/** Whether a branch or another name keeps the commit. */
export async function isNamed({ folder }: Pick<Mirror, "folder">, commit: string): Promise<boolean> {
  return (await git(["for-each-ref", "--count=1", "--contains", commit], { cwd: folder })) !== "";
}

export async function isAncestor({ folder }: Pick<Mirror, "folder">, older: string, newer: string): Promise<boolean> {
  return await gitSays(["merge-base", "--is-ancestor", older, newer], { cwd: folder });
}
