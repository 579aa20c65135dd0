// What somebody else does to a branch at the host is never undone, whether they push or force.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { git } from "../../tests/worktrees";
import { standardAuthor as author } from "./commits";
import { NamedLocks } from "./locks";
import { fetchAll, openMirror, resolveCommit } from "./mirror";
import type { Mirror } from "./mirror";
import { push } from "./push";
import { DivergedError, DoneTwiceError, isReplaced, recordSeen, seenAtHost, integratePushed } from "./integrateRemote";

let folder: string;
let origin: string;
const { signal } = new AbortController();
const branch = "switchyard/run-1-1";
const work = { branch, runId: "run_1", into: "main", author };

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-take-in-"));
  origin = path.join(folder, "origin.git");
  git(folder, "init", "--quiet", "--bare", "--initial-branch=main", origin);
  git(origin, "update-ref", "refs/heads/main", commitIn(origin, { begin: "1\n" }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A commit with exactly these files. */
function commitIn(repository: string, files: Record<string, string>, ...parents: string[]): string {
  return commitWith(repository, { message: Object.keys(files).join(" "), files }, ...parents);
}

function commitWith(
  repository: string,
  { message, files }: { message: string; files: Record<string, string> },
  ...parents: string[]
): string {
  const entries = Object.entries(files).map(([name, text]) => {
    writeFileSync(path.join(folder, "text"), text);
    return `100644 blob ${git(repository, "hash-object", "-w", path.join(folder, "text"))}\t${name}`;
  });
  const index = path.join(folder, "entries");
  writeFileSync(index, `${entries.join("\n")}\n`);
  const tree = git(repository, "-c", `alias.make=!git mktree <${index}`, "make");
  const before = parents.flatMap((parent) => ["-p", parent]);
  return git(repository, "commit-tree", "-m", message, ...before, tree);
}

async function open(): Promise<Mirror> {
  const gitIsolation = { isolation: { kind: "none" }, dockerImage: null, patienceMs: 60_000 } as const;
  const [parent, quarantine] = [path.join(folder, "mirrors"), path.join(folder, "quarantine")];
  const own = {
    projectId: "project_1",
    url: origin,
    credential: null,
    parent,
    quarantine,
    gitIsolation,
    locks: new NamedLocks(),
    signal,
  };
  return await openMirror({ ...own, tell: () => {} });
}

/** The host has `pushed`, and the mirror has one commit more that it has not. */
async function begun() {
  const mirror = await open();
  const pushed = commitIn(mirror.folder, { begin: "1\n", pushed: "1\n" }, "refs/remotes/origin/main");
  await push(mirror, { branch, commit: pushed, expected: null }, signal);
  await recordSeen(mirror, branch, pushed);
  const ours = commitIn(mirror.folder, { begin: "1\n", pushed: "1\n", ours: "1\n" }, pushed);
  git(mirror.folder, "update-ref", `refs/heads/${branch}`, ours);
  return { mirror, pushed, ours };
}

const force = (commit: string) => git(origin, "update-ref", `refs/heads/${branch}`, commit);
const filesAt = (mirror: Mirror, commit: string | null) =>
  git(mirror.folder, "ls-tree", "--name-only", commit ?? "").split("\n");

it("a push that would bring back what somebody has removed is refused", async () => {
  const { mirror, pushed, ours } = await begun();
  force("main");
  const wanted = { branch, commit: ours };
  await expect(push(mirror, { ...wanted, expected: pushed }, signal)).rejects.toThrow("Somebody else has pushed");
  expect(git(origin, "rev-parse", branch)).toBe(git(origin, "rev-parse", "main"));
  expect(await isReplaced(mirror, branch)).toBe(true);
});

it("a push never forces, whatever it expects", async () => {
  const { mirror, pushed, ours } = await begun();
  const beside = commitIn(mirror.folder, { beside: "1\n" }, "refs/remotes/origin/main");
  await expect(push(mirror, { branch, commit: beside, expected: pushed }, signal)).rejects.toThrow("Somebody else");
  await expect(push(mirror, { branch, commit: ours, expected: null }, signal)).rejects.toThrow("Somebody else");
  expect(git(origin, "rev-parse", branch)).toBe(pushed);
});

it("newer work is put on top of what was forced, and nothing that was removed comes back", async () => {
  const { mirror, pushed } = await begun();
  const forced = commitIn(origin, { begin: "1\n", forced: "1\n" }, "main");
  force(forced);
  await open();
  const made = await integratePushed(mirror, work);
  expect(filesAt(mirror, made)).toEqual(["begin", "forced", "ours"]);
  expect(git(mirror.folder, "show", "--no-patch", "--format=%P", made ?? "")).toBe(forced);
  expect(await resolveCommit(mirror, `refs/heads/${branch}`)).toBe(made);
  expect(await seenAtHost(mirror, branch)).toBe(forced);
  expect(git(mirror.folder, "merge-base", pushed, made ?? "")).toBe(git(origin, "rev-parse", "main"));
});

it("work that the host has had is not put on top again", async () => {
  const { mirror, pushed } = await begun();
  git(mirror.folder, "update-ref", `refs/heads/${branch}`, pushed);
  force("main");
  await open();
  expect(await integratePushed(mirror, work)).toBe(git(origin, "rev-parse", "main"));
});

it("what the work has merged of the base stays merged", async () => {
  const { mirror, ours } = await begun();
  const main = commitIn(origin, { begin: "2\n" }, "main");
  const forced = commitIn(origin, { begin: "1\n", forced: "1\n" }, "main");
  git(origin, "update-ref", "refs/heads/main", main);
  force(forced);
  await open();
  const merged = commitIn(mirror.folder, { begin: "2\n", pushed: "1\n", ours: "1\n" }, ours, main);
  git(mirror.folder, "update-ref", `refs/heads/${branch}`, merged);
  const made = await integratePushed(mirror, work);
  expect(filesAt(mirror, made)).toEqual(["begin", "forced", "ours"]);
  expect(git(mirror.folder, "show", "--no-patch", "--format=%P", made ?? "")).toBe(`${forced} ${main}`);
});

it.each([
  ["forced", (pushed: string) => git(origin, "rev-parse", `${pushed}^`)],
  ["pushed", (pushed: string) => pushed],
])("where both have conflicts after somebody has %s, the host's counts from then on", async (_, parent) => {
  const { mirror, pushed, ours } = await begun();
  const theirs = commitIn(origin, { begin: "1\n", ours: "another\n" }, parent(pushed));
  force(theirs);
  await open();
  const failure: unknown = await integratePushed(mirror, work).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DivergedError);
  const kept = "refs/switchyard/kept/run-1-1-1";
  expect(String(failure)).toContain(`keeps its work as ${kept}`);
  expect(await resolveCommit(mirror, kept)).toBe(ours);
  expect(await integratePushed(mirror, work)).toBe(theirs);
});

const stepOf = (runId: string, round: number) =>
  `Build\n\nSwitchyard-Run: ${runId}\nSwitchyard-Step: 0\nSwitchyard-Round: ${round}`;

/** A commit for a step here, and one for a step at the host that has changed the same file alike. */
async function stepsOfBoth(here: string, there: string) {
  const { mirror, pushed } = await begun();
  const files = { begin: "1\n", pushed: "1\n", same: "1\n" };
  const ours = commitWith(mirror.folder, { message: here, files }, pushed);
  git(mirror.folder, "update-ref", `refs/heads/${branch}`, ours);
  const theirs = commitWith(origin, { message: there, files: { ...files, more: "" } }, pushed);
  force(theirs);
  await open();
  return { mirror, ours, theirs };
}

it("of a step that two claims have done, the commit that was pushed first counts", async () => {
  const { mirror, ours, theirs } = await stepsOfBoth(stepOf("run_1", 1), stepOf("run_1", 1));
  await expect(integratePushed(mirror, work)).rejects.toThrow(DoneTwiceError);
  expect(await resolveCommit(mirror, "refs/switchyard/kept/run-1-1-1")).toBe(ours);
  expect(await integratePushed(mirror, work)).toBe(theirs);
});

it.each([
  ["of another round", stepOf("run_1", 2)],
  ["of another run", stepOf("run_2", 1)],
  ["without a step", "Build"],
])("a commit %s is taken in", async (_, there) => {
  const { mirror, ours, theirs } = await stepsOfBoth(stepOf("run_1", 1), there);
  const made = await integratePushed(mirror, work);
  expect(git(mirror.folder, "show", "--no-patch", "--format=%P", made ?? "")).toBe(`${ours} ${theirs}`);
});

it("a branch that was deleted at the host is pushed again", async () => {
  const { mirror, ours } = await begun();
  git(origin, "update-ref", "-d", `refs/heads/${branch}`);
  await open();
  expect(await integratePushed(mirror, work)).toBe(ours);
  expect(await seenAtHost(mirror, branch)).toBe(null);
});

it("what has no commit in common with the work is named, in our words", async () => {
  const mirror = await open();
  const [ours, theirs] = [commitIn(mirror.folder, { ours: "1" }), commitIn(origin, { theirs: "1" })];
  git(origin, "update-ref", `refs/heads/${branch}`, theirs);
  git(mirror.folder, "update-ref", `refs/heads/${branch}`, ours);
  await mirror.exclusively(() => fetchAll(mirror, signal));
  await expect(integratePushed(mirror, work)).rejects.toThrow(
    `The commits ${ours} and ${theirs} have no commit in common: nothing can merge them.`,
  );
});
