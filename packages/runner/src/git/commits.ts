// What a step leaves in git: one commit with the step's number, after the commits that the agent has made itself. What
// the agent has made comes into the mirror first, checked, and the runner's own commits are made there.
import { importObjects, UnusableRepositoryError } from "./importObjects";
import { git, gitBytes, GitError } from "./git";
import { isolatedGit, isolatedShell } from "./isolatedGit";
import type { Checkout } from "./isolatedGit";
import { retryIfKilled } from "./gitKilled";
import { checkoutOf, historyOf, isAncestor, isOnLastingRef, namesOf, resolveCommit, setRef, setRefs } from "./mirror";
import type { Mirror, ReadMirror, WorktreeMirror } from "./mirror";
import { stageAll } from "./staging";
import type { Staged } from "./staging";
import { findUnsavedCommits } from "./unsaved";
import { worktreeRef } from "./worktreeRef";
import type { Worktree } from "./worktree";

export interface Author {
  name: string;
  email: string;
}

/** The author where neither the run nor the project names one. */
export const standardAuthor: Author = { name: "Switchyard", email: "runner@switchyard.invalid" };

interface StepCommit {
  mirror: WorktreeMirror;
  worktree: Worktree;
  /** The commit at which the step began. */
  start: string;
  title: string;
  text: string;
  runId: string;
  turn: number;
  /** 0: before the run was continued. */
  round: number;
  /** A commit that the step has merged. */
  merged?: string | null;
  author: Author;
}

const runTrailer = "Switchyard-Run";
const turnTrailer = "Switchyard-Step";
const roundTrailer = "Switchyard-Round";

/** Commits everything, and moves the run's branch. Returns the new commit. Throws UnusableRepositoryError. */
export async function commitStep(step: StepCommit): Promise<string> {
  const { mirror, worktree, start, title, text, runId, turn, round, merged = null, author } = step;
  const checkout = checkoutOf(mirror, worktree.folder);
  const { head, tree } = await broughtIn(checkout);
  const parent = (await mayKeep(mirror, { start, head, runId })) ? head : start;
  const trailers = [`${runTrailer}: ${runId}`, `${turnTrailer}: ${turn}`];
  if (round > 0) trailers.push(`${roundTrailer}: ${round}`);
  const message = [title, text, trailers.join("\n")].filter((part) => part !== "").join("\n\n");
  const parents = merged === null ? [parent] : [parent, merged];
  const made = await commitOfTree(mirror, { tree, parents, message, author });
  await setRefs(mirror, { [`refs/heads/${worktree.branch}`]: made, [worktreeRef(worktree.folder)]: made });
  await isolatedGit(checkout, ["update-ref", "--no-deref", "HEAD", made]);
  return made;
}

/**
 * Whether the agent's own commits become part of the branch. Its files stay in any case. It may have gone back behind
 * the step's beginning, and the commits of the steps before must not be lost. And a commit of its own with the trailers
 * of the runner would count as a step, now, in a later round or after a restart.
 */
async function mayKeep(
  mirror: WorktreeMirror,
  { start, head, runId }: { start: string; head: string; runId: string },
): Promise<boolean> {
  if (!(await isAncestor(mirror, start, head))) return false;
  return (await stepsIn(mirror, start, head)).every((step) => step.runId !== runId);
}

/** Brings what is in the worktree, committed or not, into the mirror. Throws UnusableRepositoryError. */
async function broughtIn(checkout: Checkout): Promise<Staged> {
  try {
    return await retryIfKilled(async () => {
      const staged = await stageAll(checkout);
      await importObjects(checkout, [staged.head, staged.tree]);
      return staged;
    });
  } catch (error) {
    throw error instanceof GitError
      ? new UnusableRepositoryError(`The worktree's git cannot be used: ${error.message}`)
      : error;
  }
}

interface NewCommit {
  tree: string;
  parents: string[];
  message: string;
  author: Author;
}

export async function commitOfTree(
  { folder }: Pick<WorktreeMirror, "folder">,
  { tree, parents, message, author }: NewCommit,
): Promise<string> {
  const made = ["commit-tree", `${tree}^{tree}`, ...parents.flatMap((parent) => ["-p", parent]), "-F", "-"];
  return (await git(made, { ...namesOf(folder), env: authorVariables(author), input: `${message.trim()}\n` })).trim();
}

/**
 * Keeps work that no branch has under a name of its own, which nothing removes: what is not committed, and what the
 * agent has committed itself. Returns the kept commit, or null if there is nothing to keep. Throws
 * UnusableRepositoryError.
 */
export async function saveUncommittedWork(
  mirror: WorktreeMirror,
  folder: string,
  name: string,
  author: Author,
): Promise<string | null> {
  const checkout = checkoutOf(mirror, folder);
  const { head, tree } = await broughtIn(checkout);
  const unchanged = (await git(["rev-parse", `${head}^{tree}`], namesOf(mirror.folder))).trim() === tree;
  for (const other of await findUnsavedCommits(mirror, folder)) {
    await importObjects(checkout, [other]);
    await keepUnder(mirror, name, other);
  }
  if (unchanged && (await isOnLastingRef(mirror, head))) return null;
  const message = `Kept: ${name}`;
  const made = unchanged ? head : await commitOfTree(mirror, { tree, parents: [head], message, author });
  await keepUnder(mirror, name, made);
  return made;
}

/** Returns the name under which the commit is kept. */
export async function keepUnder(mirror: WorktreeMirror, name: string, commit: string): Promise<string> {
  const place = `refs/switchyard/kept/${name}`;
  let number = 1;
  while ((await resolveCommit(mirror, `${place}-${number}`)) !== null) number++;
  await setRef(mirror, `${place}-${number}`, commit);
  return `${place}-${number}`;
}

/** Puts the worktree back to a commit. Ignored files stay, since installed packages are among them. */
export async function resetTo(mirror: WorktreeMirror, folder: string, commit: string): Promise<void> {
  await setRef(mirror, worktreeRef(folder), commit);
  await isolatedShell(checkoutOf(mirror, folder), { name: "reset", text: resets, args: [commit] });
}

/** No branch of the agent's moves with it. */
const resets = `git update-ref --no-deref HEAD "$1" && git reset --quiet --hard "$1" && git clean --quiet -d --force`;

/** Returns the turns of a round of the run that are on its branch, with the commit of each. */
export async function findStepCommits(
  mirror: ReadMirror,
  base: string,
  tip: string,
  { runId, round }: { runId: string; round: number },
): Promise<Map<number, string>> {
  const turns = new Map<number, string>();
  for (const step of await stepsIn(mirror, base, tip)) {
    if (step.runId === runId && step.round === round && !turns.has(step.turn)) turns.set(step.turn, step.commit);
  }
  return turns;
}

/** The newest commit of an earlier round of the run, or where its branch begins. */
export async function findLastBefore(
  mirror: ReadMirror,
  base: string,
  tip: string,
  { runId, round }: { runId: string; round: number },
): Promise<string> {
  const steps = await stepsIn(mirror, base, tip);
  return steps.find((step) => step.runId === runId && step.round < round)?.commit ?? base;
}

/** Whether two commits have the same files. */
export async function isSameTree({ folder }: Pick<Mirror, "folder">, one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  const trees = (await git(["rev-parse", `${one}^{tree}`, `${other}^{tree}`], namesOf(folder))).trim().split("\n");
  return trees[0] === trees[1];
}

/** The ids of the runs whose steps are between two commits. */
export async function stepRunsIn(mirror: ReadMirror, base: string, tip: string): Promise<Set<string>> {
  return new Set((await stepsIn(mirror, base, tip)).map(({ runId }) => runId));
}

export interface Sides {
  ours: string;
  theirs: string;
}

/** Whether each of two commits has a commit of its own for the same step of the run. */
export async function isDoneTwice(mirror: ReadMirror, { ours, theirs }: Sides, runId: string): Promise<boolean> {
  const [here, there] = [await stepsIn(mirror, theirs, ours), await stepsIn(mirror, ours, theirs)];
  const isSame = (one: StepInGit, other: StepInGit) =>
    one.runId === runId && other.runId === runId && one.round === other.round && one.turn === other.turn;
  return here.some((one) => there.some((other) => isSame(one, other)));
}

interface StepInGit {
  commit: string;
  runId: string;
  turn: number;
  round: number;
}

/** What the trailers of commits say, the newest first. Those of a step have one value each. */
async function stepsIn(mirror: ReadMirror, base: string, tip: string): Promise<StepInGit[]> {
  if (base === tip) return [];
  const values = [runTrailer, turnTrailer, roundTrailer].map(
    (key) => `%(trailers:key=${key},valueonly,unfold,separator=%x2C)`,
  );
  const log = await git(["log", "-z", `--format=%H ${values.join(" ")}`, `${base}..${tip}`], historyOf(mirror));
  return log.split("\0").flatMap((entry) => {
    const [, commit, runId, turn, round] = /^(\w+) (\w+) (\d+) (\d*)$/.exec(entry) ?? [];
    return commit === undefined || runId === undefined
      ? []
      : [{ commit, runId, turn: Number(turn), round: Number(round) }];
  });
}

const maxTrailers = 100;

/** The ids of the runs whose steps are among the newest commits, the newest first. */
export async function findRuns(mirror: ReadMirror, tip: string): Promise<string[]> {
  const format = `--format=%(trailers:key=${runTrailer},valueonly,separator=%x2C)`;
  const log = await git(["log", `--max-count=${maxTrailers}`, format, tip], historyOf(mirror));
  return [...new Set(log.split("\n").filter((id) => /^\w+$/.test(id)))].slice(0, 10);
}

const maxDiffBytes = 800_000;
const maxFiles = 2000;

/** What has changed between two commits of the mirror. */
export async function diffBetween(mirror: ReadMirror, older: string, newer: string): Promise<string> {
  const args = ["diff", "--no-color", "--no-ext-diff", "--no-textconv", older, newer];
  const diff = await gitBytes(args, { ...historyOf(mirror), maxBytes: maxDiffBytes });
  // A character that was cut in two at the end would become a replacement character.
  return new TextDecoder("utf-8").decode(diff, { stream: true });
}

export async function filesAt(mirror: ReadMirror, commit: string): Promise<{ path: string; size: number }[]> {
  const listed = await git(["ls-tree", "-r", "-l", "-z", commit], historyOf(mirror));
  return listed
    .split("\0")
    .flatMap((entry) => {
      const [, size, name] = /^\S+ blob \S+ +(\d+)\t(.*)$/s.exec(entry) ?? [];
      return name === undefined || name.length > 1024 ? [] : [{ path: name, size: Number(size) }];
    })
    .slice(0, maxFiles);
}

export function authorVariables({ name, email }: Author): Record<string, string> {
  return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
}
