import { existsSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { git, RunnerFolder } from "../../tests/worktrees";
import { commitStep, saveUncommittedWork, resetTo, standardAuthor } from "./commits";
import { checkoutOf } from "./mirror";
import { stageAll } from "./staging";
import { removeIfClean } from "./worktree";

let place: RunnerFolder;
let worktree: string;
let inner: string;
let trace: string;

/** A worktree whose index has a repository of the agent, with settings that run a program when git looks inside it. */
beforeEach(async () => {
  place = new RunnerFolder();
  worktree = await place.worktree("run");
  inner = path.join(worktree, "inner");
  trace = path.join(place.folder, "trace");
  git(worktree, "init", "--quiet", "inner");
  writeFileSync(path.join(inner, "a.txt"), "one");
  git(inner, "add", "--all");
  git(inner, "commit", "--quiet", "-m", "one");
  await stageAll(checkoutOf(place.home(), worktree));
  git(worktree, "commit", "--quiet", "-m", "inner");
  git(inner, "config", "filter.evil.clean", `touch ${trace}; cat`);
  writeFileSync(path.join(inner, ".git/info/attributes"), "* filter=evil\n");
  // A file of the same size and another time makes git read it, and filter what it has read.
  writeFileSync(path.join(inner, "a.txt"), "two");
  utimesSync(path.join(inner, "a.txt"), 1, 1);
});
afterEach(() => place.remove());

it("stages what is new, changed and deleted, and the commit of an inner repository", async () => {
  for (const name of ["kept.txt", "gone.txt"]) writeFileSync(path.join(worktree, name), "old");
  await stageAll(checkoutOf(place.home(), worktree));
  git(worktree, "commit", "--quiet", "-m", "files");
  rmSync(path.join(worktree, "gone.txt"));
  writeFileSync(path.join(worktree, "kept.txt"), "newer");
  writeFileSync(path.join(worktree, "added.txt"), "added");
  git(inner, "commit", "--quiet", "--allow-empty", "-m", "two");
  await stageAll(checkoutOf(place.home(), worktree));
  const staged = git(worktree, "diff", "--cached", "--name-status", "--ignore-submodules=none");
  expect(staged.split("\n")).toEqual(["A\tadded.txt", "D\tgone.txt", "M\tinner", "M\tkept.txt"]);
  rmSync(inner, { recursive: true });
  await stageAll(checkoutOf(place.home(), worktree));
  expect(git(worktree, "ls-files")).toBe("added.txt\nkept.txt");
});

it("runs nothing that the settings of an inner repository name", async () => {
  const mirror = place.home();
  const start = git(worktree, "rev-parse", "HEAD");
  const where = { mirror, worktree: { folder: worktree, branch: "run", base: start, isAdopted: true }, start };
  await commitStep({ ...where, title: "Step", text: "", runId: "run", turn: 0, round: 0, author: standardAuthor });
  await saveUncommittedWork(mirror, worktree, "run", standardAuthor);
  await resetTo(mirror, worktree, start);
  expect(await removeIfClean(mirror, worktree)).toBe(false);
  expect(existsSync(trace)).toBe(false);
  // This is what would have run it.
  git(worktree, "add", "--all");
  expect(existsSync(trace)).toBe(true);
});
