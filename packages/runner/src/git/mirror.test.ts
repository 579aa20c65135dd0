// A mirror always comes back to work: after an abort, after a kill, and when git calls it broken.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { git } from "../../tests/worktrees";
import { commitOfTree, diffBetween, findRuns, keepUnder, standardAuthor, stepRunsIn } from "./commits";
import { NamedLocks } from "./locks";
import { mergedTree } from "./merges";
import { commonCommit, isAncestor, isOnLastingRef, openMirror, remoteBranchRef, resolveCommit } from "./mirror";
import type { Mirror } from "./mirror";
import { push } from "./push";
import { saysBroken } from "./recloneMirror";
import { removeStaleFiles } from "./staleLocks";

let folder: string;
let origin: string;
let told: string[];
const { signal: never } = new AbortController();

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-mirror-"));
  origin = path.join(folder, "origin.git");
  told = [];
  git(folder, "init", "--quiet", "--bare", "--initial-branch=main", origin);
  git(origin, "update-ref", "refs/heads/main", commitIn(origin, "begin"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function commitIn(repository: string, message: string, ...parents: string[]): string {
  const before = parents.flatMap((parent) => ["-p", parent]);
  return git(repository, "commit-tree", "-m", message, ...before, git(repository, "mktree"));
}

async function open(signal = never, projectId = "project_1"): Promise<Mirror> {
  const [parent, quarantine] = ["repositories", "quarantine"].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  const gitIsolation = { isolation: { kind: "none" }, dockerImage: null, patienceMs: 60_000 } as const;
  const tell = (what: string) => void told.push(what);
  return await openMirror({
    projectId,
    url: origin,
    credential: null,
    parent,
    quarantine,
    gitIsolation,
    locks: new NamedLocks(),
    tell,
    signal,
  });
}

it("a branch is found by its name alone: what git would read as an expression is not one", async () => {
  const main = git(origin, "rev-parse", "main");
  const second = commitIn(origin, "second", main);
  git(origin, "update-ref", "refs/heads/main", second);
  const mirror = await open();
  expect(await resolveCommit(mirror, remoteBranchRef("main"))).toBe(second);
  for (const name of ["main~1", "main^", "main^{/begin}", "main@{0}", "../origin/main~1"]) {
    expect([name, await resolveCommit(mirror, remoteBranchRef(name))]).toEqual([name, null]);
  }
  expect(await resolveCommit(mirror, main)).toBe(main);
});

it("a project has nothing that another one has left of the same address, whether a name leads there or not", async () => {
  const one = await open();
  const unreachable = commitIn(one.folder, "the other project's");
  git(one.folder, "update-ref", "refs/heads/switchyard/run-1-1", commitIn(one.folder, "its run"));
  const other = await open(never, "project_2");
  expect(await resolveCommit(other, "refs/heads/switchyard/run-1-1")).toBe(null);
  expect(git(other.folder, "cat-file", "--batch-all-objects", "--batch-check")).not.toContain(unreachable);
  expect(await resolveCommit(other, remoteBranchRef("main"))).toBe(git(origin, "rev-parse", "main"));
  expect((await open()).folder).toBe(one.folder);
});

it("what follows the commits of an agent ends with the job, and what keeps its work does not", async () => {
  const mirror = { ...(await open()), signal: AbortSignal.abort(new Error("The job has ended.")) };
  const main = git(origin, "rev-parse", "main");
  const [ours, theirs] = [commitIn(mirror.folder, "ours", main), commitIn(mirror.folder, "theirs", main)];
  const follows: Record<string, () => Promise<unknown>> = {
    findRuns: () => findRuns(mirror, ours),
    stepRunsIn: () => stepRunsIn(mirror, main, ours),
    diffBetween: () => diffBetween(mirror, main, ours),
    mergedTree: () => mergedTree(mirror, ours, theirs),
    commonCommit: () => commonCommit(mirror, ours, theirs),
    isAncestor: () => isAncestor(mirror, main, ours),
    isOnLastingRef: () => isOnLastingRef(mirror, ours),
  };
  const how = await Promise.all(Object.values(follows).map((follow) => follow().then(() => "done", String)));
  expect(how).toEqual(Object.keys(follows).map(() => "Error: The job has ended."));
  const kept = await commitOfTree(mirror, { tree: ours, parents: [ours], message: "kept", author: standardAuthor });
  expect(await keepUnder(mirror, "run-1-1", kept)).toBe("refs/switchyard/kept/run-1-1-1");
  expect(git(mirror.folder, "rev-parse", "refs/switchyard/kept/run-1-1-1")).toBe(kept);
});

it("a push never forces: what somebody else has pushed stays", async () => {
  const mirror = await open();
  const main = git(origin, "rev-parse", "main");
  const [ours, theirs] = [commitIn(mirror.folder, "ours", main), commitIn(origin, "theirs", main)];
  git(origin, "update-ref", "refs/heads/run", theirs);
  await expect(push(mirror, { branch: "run", commit: ours }, never)).rejects.toThrow(
    "Somebody else has pushed to run.",
  );
  expect(git(origin, "rev-parse", "run")).toBe(theirs);
  const next = commitIn(mirror.folder, "next", theirs);
  await push(mirror, { branch: "run", commit: next }, never);
  expect(git(origin, "rev-parse", "run")).toBe(next);
});

it.each(["config.lock", "packed-refs.lock", "refs/remotes/origin/main.lock", "HEAD.lock"])(
  "a %s that a killed git has left does not block it",
  async (name) => {
    const mirror = await open();
    git(origin, "update-ref", "refs/heads/main", commitIn(origin, "next", "main"));
    git(origin, "update-ref", "-d", "refs/heads/gone");
    writeFileSync(path.join(mirror.folder, name), "");
    await open();
    expect(git(mirror.folder, "rev-parse", "refs/remotes/origin/main")).toBe(git(origin, "rev-parse", "main"));
  },
);

it("at the start of the runner nothing is left of what a killed git had begun", async () => {
  const mirror = await open();
  const left = ["objects/pack/tmp_pack_abc", "objects/tmp_objdir-incoming-abc/pack/x.pack", "gc.pid.lock"];
  for (const name of left) {
    mkdirSync(path.dirname(path.join(mirror.folder, name)), { recursive: true });
    writeFileSync(path.join(mirror.folder, name), "");
  }
  await removeStaleFiles(path.dirname(mirror.folder));
  expect(left.filter((name) => existsSync(path.join(mirror.folder, name)))).toEqual([]);
  expect(git(mirror.folder, "rev-parse", "refs/remotes/origin/main")).toBe(git(origin, "rev-parse", "main"));
});

it("an abort at any moment of a fetch leaves a mirror that the next fetch can use", async () => {
  const mirror = await open();
  for (const afterMs of [1, 5, 10, 20, 40, 80]) {
    const main = commitIn(origin, `at ${afterMs}`, "main");
    for (let number = 0; number < 40; number++) git(origin, "update-ref", `refs/heads/b${number}`, main);
    git(origin, "update-ref", "refs/heads/main", main);
    await open(AbortSignal.timeout(afterMs)).catch(() => undefined);
    await open();
    expect(git(mirror.folder, "rev-parse", "refs/remotes/origin/main")).toBe(main);
  }
});

const damages: Record<string, (mirror: string) => void> = {
  "an object that is cut off": (mirror) => {
    const two = readdirSync(path.join(mirror, "objects")).find((name) => name.length === 2) ?? "";
    const place = path.join(mirror, "objects", two);
    for (const name of readdirSync(place)) {
      rmSync(path.join(place, name));
      writeFileSync(path.join(place, name), "");
    }
  },
  "settings that cannot be read": (mirror) => writeFileSync(path.join(mirror, "config"), "[core\n"),
  "a branch of the remote that leads to nothing": (mirror) => {
    rmSync(path.join(mirror, "packed-refs"), { force: true });
    mkdirSync(path.join(mirror, "refs/remotes/origin"), { recursive: true });
    writeFileSync(path.join(mirror, "refs/remotes/origin/main"), `${"1".repeat(40)}\n`);
  },
};

it.each(Object.keys(damages))("with %s it is set aside and cloned again, with the branches of runs", async (name) => {
  const mirror = await open();
  const made = commitIn(mirror.folder, "by a run", "refs/remotes/origin/main");
  git(mirror.folder, "update-ref", "refs/heads/switchyard/run-1-1", made);
  git(mirror.folder, "update-ref", "refs/switchyard/kept/run-1-1", made);
  git(mirror.folder, "repack", "-adq");
  git(origin, "update-ref", "refs/heads/main", commitIn(origin, "next", "main"));
  if (name === "an object that is cut off") git(mirror.folder, "fetch", "--quiet", "origin");
  damages[name]?.(mirror.folder);
  await open();
  expect(git(mirror.folder, "rev-parse", "refs/remotes/origin/main")).toBe(git(origin, "rev-parse", "main"));
  for (const kept of ["refs/heads/switchyard/run-1-1", "refs/switchyard/kept/run-1-1"]) {
    expect(git(mirror.folder, "rev-parse", kept)).toBe(made);
  }
  expect(told).toEqual([expect.stringMatching(/was broken, and was cloned anew; the old one is .*quarantine/)]);
  expect(git(mirror.folder, "fsck")).not.toMatch(/missing|broken/);
});

it("what the remote says, or a network that fails, does not make a mirror broken", () => {
  expect(saysBroken("remote: fatal: bad object 123\nfatal: the remote end hung up unexpectedly")).toBe(false);
  expect(saysBroken("fatal: unable to access 'https://x/': Could not resolve host: x")).toBe(false);
  expect(saysBroken("error: refs/heads/x does not point to a valid object!\nfatal: bad object refs/heads/x")).toBe(
    true,
  );
});
