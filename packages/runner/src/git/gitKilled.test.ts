// git may be killed at any moment, for instance by the system when memory is short. That is nobody's fault: no work of
// an agent is given up for it, and nothing that git was asked is answered by it.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { git, RunnerFolder } from "../../tests/worktrees";
import { tryBubblewrap } from "../agents/isolation/bubblewrap";
import type { Isolation } from "../agents/isolation/contract";
import { findOwnProgram } from "../agents/process/findProgram";
import { UnusableRepositoryError } from "./importObjects";
import { commitStep, saveUncommittedWork, standardAuthor } from "./commits";
import { isolatedShell } from "./isolatedGit";
import { GitKilledError } from "./gitKilled";
import { checkoutOf } from "./mirror";
import { GitError, runGit } from "./runGit";
import { removeWorktree } from "./removeWorktree";
import { recloneMirror } from "./recloneMirror";
import { openWorktree, removeIfClean } from "./worktree";

const program = await findOwnProgram("bwrap");
const tried = program === null ? "bwrap is missing" : await tryBubblewrap(program, []);
const bubblewrap: Isolation[] = typeof tried === "string" ? [] : [tried];
if (typeof tried === "string" && process.env["ISOLATION_REQUIRED"] !== undefined) throw new Error(tried);
const realGit = (await findOwnProgram("git")) ?? "git";

let place: RunnerFolder;
let worktree: string;
let start: string;
let kills: string;

/** A git that is killed when one of its words is the name of a file: once for a file in `once`, and else each time. */
beforeEach(async () => {
  place = new RunnerFolder();
  worktree = await place.worktree("run");
  start = git(worktree, "rev-parse", "HEAD");
  kills = path.join(place.folder, "kills");
  for (const name of ["once", "always", "bin"]) mkdirSync(path.join(kills, name), { recursive: true });
  const isDue = `[ -f "${kills}/always/$word" ] || rm "${kills}/once/$word" 2>/dev/null`;
  const script = `#!/bin/sh\nfor word; do if ${isDue}; then kill -KILL $$; fi; done\nexec ${realGit} "$@"\n`;
  writeFileSync(path.join(kills, "bin/git"), script, { mode: 0o755 });
  vi.stubEnv("PATH", `${kills}/bin:${process.env["PATH"]}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  place.remove();
});

const kill = (when: "once" | "always", word: string) => writeFileSync(path.join(kills, when, word), "");

function commit(): Promise<string> {
  const where = { mirror: place.home(), worktree: { folder: worktree, branch: "run", base: start, isAdopted: true } };
  return commitStep({
    ...where,
    start,
    title: "Step",
    text: "",
    runId: "run",
    turn: 0,
    round: 0,
    author: standardAuthor,
  });
}

it.each(["ls-files", "add", "write-tree", "rev-parse", "pack-objects", "index-pack", "rev-list", "unpack-objects"])(
  "a step is committed although its %s was killed",
  async (word) => {
    writeFileSync(path.join(worktree, "a.txt"), "done");
    kill("once", word);
    const made = await commit();
    expect(existsSync(path.join(kills, "once", word))).toBe(false);
    expect(git(place.mirror, "show", `${made}:a.txt`)).toBe("done");
    expect(git(place.mirror, "rev-parse", "run")).toBe(made);
  },
);

it.each(["add", "pack-objects", "index-pack", "commit-tree", "update-ref"])(
  "where %s is killed each time the work stays as it is, and the job may be tried again",
  async (word) => {
    writeFileSync(path.join(worktree, "a.txt"), "done");
    kill("always", word);
    const failure: unknown = await commit().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(GitKilledError);
    // A job that ends with this is not tried again.
    expect(failure).not.toBeInstanceOf(UnusableRepositoryError);
    rmSync(path.join(kills, "always", word));
    expect(git(place.mirror, "show", `${await commit()}:a.txt`)).toBe("done");
  },
);

it("a worktree is not set aside because a git in it was killed", async () => {
  writeFileSync(path.join(worktree, "a.txt"), "not committed");
  kill("always", "rev-parse");
  const { signal } = new AbortController();
  const mirror = { ...place.home(), url: "", credential: null };
  const { quarantine } = place;
  const wanted = { mirror, folder: worktree, branch: "switchyard/run", begin: "main", quarantine, signal };
  await expect(openWorktree(wanted)).rejects.toThrow(GitKilledError);
  await expect(removeWorktree(mirror, { folder: worktree, name: "run", quarantine })).rejects.toThrow(GitKilledError);
  expect(await removeIfClean(mirror, worktree)).toBe(false);
  rmSync(path.join(kills, "always/rev-parse"));
  kill("always", "add");
  await expect(saveUncommittedWork(mirror, worktree, "run", standardAuthor)).rejects.toThrow(GitKilledError);
  await expect(removeWorktree(mirror, { folder: worktree, name: "run", quarantine })).rejects.toThrow(GitKilledError);
  rmSync(path.join(kills, "always/add"));
  expect(await openWorktree(wanted)).toMatchObject({ isAdopted: true });
  expect(readFileSync(path.join(worktree, "a.txt"), "utf8")).toBe("not committed");
  expect(existsSync(quarantine)).toBe(false);
});

describe("a mirror that is cloned again", () => {
  const fill = async (folder: string) => void git(place.folder, "init", "--quiet", "--bare", folder);
  const renew = () =>
    recloneMirror(place.mirror, { quarantine: place.quarantine, fill, signal: new AbortController().signal });
  const branch = "refs/heads/switchyard/run-1-1";
  beforeEach(() => void git(place.mirror, "update-ref", branch, start));

  it("keeps the branches of runs, also when the git that lists them was killed", async () => {
    kill("once", "for-each-ref");
    await expect(renew()).rejects.toThrow(GitKilledError);
    expect(await renew()).toMatch(/^; the old one is /);
    expect(git(place.mirror, "rev-parse", branch)).toBe(start);
  });

  it("stays beside the new one when nobody can list its branches", async () => {
    renameSync(path.join(place.mirror, "refs"), path.join(place.folder, "refs"));
    const said = await renew();
    expect(said).toMatch(/^, without what nobody could list; the old one is /);
    const old = said.slice(said.indexOf(place.quarantine));
    renameSync(path.join(place.folder, "refs"), path.join(old, "refs"));
    expect(git(old, "rev-parse", branch)).toBe(start);
  });
});

describe.each(["none" as const, ...bubblewrap])("with isolation %j", (kind) => {
  const isolation: Isolation = kind === "none" ? { kind } : kind;
  const ends = (signal: string) =>
    isolatedShell(checkoutOf(place.home(isolation), worktree), { name: "sh", text: `kill -${signal} $$` });

  const endsWithin = (signal: string) =>
    isolatedShell(checkoutOf(place.home(isolation), worktree), {
      name: "sh",
      text: `sh -c 'kill -${signal} $$' && git status`,
    });

  it("who is killed from outside has not failed, and who crashes has", async () => {
    for (const signal of ["KILL", "TERM"]) await expect(ends(signal)).rejects.toThrow(GitKilledError);
    for (const signal of ["KILL", "TERM", "INT"]) await expect(endsWithin(signal)).rejects.toThrow(GitKilledError);
    const named = kind === "none" ? "SIGKILL" : "signal 9";
    await expect(ends("KILL")).rejects.toThrow(`git sh was killed by ${named}.`);
    for (const signal of ["SEGV", "ABRT", "BUS"]) await expect(ends(signal)).rejects.toThrow(GitError);
  });
});

it("who does not end in time has failed, and the error says so", async () => {
  const sleeper = { file: "sleep", args: ["60"], cwd: place.folder, env: { PATH: process.env["PATH"] ?? "" } };
  const failure: unknown = await runGit("add", sleeper, { signal: null, timeoutMs: 50 }).catch(
    (error: unknown) => error,
  );
  expect(failure).toEqual(new GitError("add", null, "\nIt took longer than 0.05 seconds."));
});
