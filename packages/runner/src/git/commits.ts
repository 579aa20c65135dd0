// What a step leaves in git: one commit with the step's number, after the commits that the agent has made itself.
import { git, gitBytes, gitSays } from "./git";
import { commitOf, isNamed } from "./mirror";
import { stageAll } from "./staging";
import type { Mirror } from "./mirror";
import type { Worktree } from "./worktree";

export interface Author {
  name: string;
  email: string;
}

/** The author where neither the run nor the project names one. */
export const standardAuthor: Author = { name: "Switchyard", email: "runner@switchyard.invalid" };

interface StepCommit {
  mirror: Mirror;
  worktree: Worktree;
  /** The commit at which the step began. */
  start: string;
  title: string;
  text: string;
  runId: string;
  turn: number;
  author: Author;
}

const runTrailer = "Switchyard-Run";
const turnTrailer = "Switchyard-Step";

export async function head(folder: string): Promise<string> {
  return (await git(["rev-parse", "HEAD"], { cwd: folder })).trim();
}

/** Commits everything, and moves the run's branch. Returns the new commit. */
export async function commitStep(step: StepCommit): Promise<string> {
  const { mirror, worktree, start, title, text, runId, turn, author } = step;
  const options = { cwd: worktree.folder, env: identity(author) };
  await leaveBranches(worktree.folder, start);
  await stageAll(options);
  const trailers = [`${runTrailer}: ${runId}`, `${turnTrailer}: ${turn}`].join("\n");
  const message = [title, text, trailers].filter((part) => part !== "").join("\n\n");
  await git(["commit", "--quiet", "--allow-empty", "--no-verify", "--no-gpg-sign", "--file=-"], {
    ...options,
    input: message,
  });
  const made = await head(worktree.folder);
  await git(["update-ref", `refs/heads/${worktree.branch}`, made], { cwd: mirror.folder });
  return made;
}

/**
 * An agent may have checked out a branch, or even have gone back behind the step's beginning. Its files stay, but the
 * commits of the steps before must not be lost.
 */
async function leaveBranches(folder: string, start: string): Promise<void> {
  const options = { cwd: folder };
  const there = await head(folder);
  const continues = await gitSays(["merge-base", "--is-ancestor", start, there], options);
  await git(["update-ref", "--no-deref", "HEAD", continues ? there : start], options);
}

/**
 * Keeps work that no branch has under a name of its own, which nothing removes: what is not committed, and what the
 * agent has committed itself. Returns the kept commit, or null if there is nothing to keep.
 */
export async function keepWork(
  mirror: Pick<Mirror, "folder">,
  folder: string,
  name: string,
  author: Author,
): Promise<string | null> {
  const options = { cwd: folder, env: identity(author) };
  await stageAll(options);
  const parent = await head(folder);
  const tree = (await git(["write-tree"], options)).trim();
  const unchanged = (await git(["rev-parse", `${parent}^{tree}`], options)).trim() === tree;
  if (unchanged && (await isNamed(mirror, parent))) return null;
  const input = `Kept: ${name}\n`;
  const commit = ["commit-tree", tree, "-p", parent, "-F", "-"];
  const made = unchanged ? parent : (await git(commit, { ...options, input })).trim();
  const place = `refs/switchyard/kept/${name}`;
  for (let number = 1; ; number++) {
    if ((await commitOf(mirror, `${place}-${number}`)) !== null) continue;
    await git(["update-ref", `${place}-${number}`, made], { cwd: mirror.folder });
    return made;
  }
}

/** Puts the worktree back to a commit. Ignored files stay, since installed packages are among them. */
export async function resetTo(folder: string, commit: string): Promise<void> {
  await git(["update-ref", "--no-deref", "HEAD", commit], { cwd: folder });
  await git(["reset", "--quiet", "--hard", commit], { cwd: folder });
  await git(["clean", "--quiet", "-d", "--force"], { cwd: folder });
}

/** Returns how many turns of the run are on its branch, and the commit of each. */
export async function turnsOn(mirror: Mirror, base: string, tip: string, runId: string): Promise<Map<number, string>> {
  const format = `--format=%H %(trailers:key=${runTrailer},valueonly,separator=%x2C) %(trailers:key=${turnTrailer},valueonly,separator=%x2C)`;
  const log = await git(["log", format, `${base}..${tip}`], { cwd: mirror.folder });
  const turns = new Map<number, string>();
  for (const line of log.split("\n")) {
    const [commit = "", run, turn] = line.split(" ");
    if (run === runId && turn !== undefined && /^\d+$/.test(turn) && !turns.has(Number(turn)))
      turns.set(Number(turn), commit);
  }
  return turns;
}

const maxTrailers = 100;

/** The ids of the runs whose steps are among the newest commits, the newest first. */
export async function runsIn(mirror: Pick<Mirror, "folder">, tip: string): Promise<string[]> {
  const format = `--format=%(trailers:key=${runTrailer},valueonly,separator=%x2C)`;
  const log = await git(["log", `--max-count=${maxTrailers}`, format, tip], { cwd: mirror.folder });
  return [...new Set(log.split("\n").filter((id) => /^\w+$/.test(id)))].slice(0, 10);
}

const maxDiffBytes = 800_000;
const maxFiles = 2000;

export async function diffBetween(folder: string, older: string, newer: string): Promise<string> {
  const args = ["diff", "--no-color", "--no-ext-diff", "--no-textconv", older, newer];
  const diff = await gitBytes(args, { cwd: folder, maxBytes: maxDiffBytes });
  // A character that was cut in two at the end would become a replacement character.
  return new TextDecoder("utf-8").decode(diff, { stream: true });
}

export async function filesAt(folder: string, commit: string): Promise<{ path: string; size: number }[]> {
  const listed = await git(["ls-tree", "-r", "-l", "-z", commit], { cwd: folder });
  return listed
    .split("\0")
    .flatMap((entry) => {
      const [, size, name] = /^\S+ blob \S+ +(\d+)\t(.*)$/s.exec(entry) ?? [];
      return name === undefined || name.length > 1024 ? [] : [{ path: name, size: Number(size) }];
    })
    .slice(0, maxFiles);
}

export function identity({ name, email }: Author): Record<string, string> {
  return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
}
