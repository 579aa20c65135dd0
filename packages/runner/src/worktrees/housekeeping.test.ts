import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { git, RunnerFolder } from "../../tests/worktrees";
import { saveUncommittedWork, standardAuthor } from "../git/commits";
import { Housekeeping } from "./housekeeping";

let place: RunnerFolder;
beforeEach(() => void (place = new RunnerFolder()));
afterEach(() => place.remove());

const tooLittleGb = 1e-9;

it("removes nothing within the bound", async () => {
  const old = await place.worktree("old");
  expect(await new Housekeeping(place.tools({ maxDiskGb: 1 }), new AbortController().signal).findShortage()).toBeNull();
  expect(existsSync(old)).toBe(true);
});

it("removes clean worktrees beyond the bound, but neither changes, nor commits without a name, nor what is in use", async () => {
  const clean = await place.worktree("clean");
  const changed = await place.worktree("changed");
  writeFileSync(path.join(changed, "new.txt"), "new");
  const committed = await place.worktree("committed");
  git(committed, "commit", "--quiet", "--allow-empty", "-m", "by the agent");
  const used = await place.worktree("used");
  const tidying = new Housekeeping(
    place.tools({ maxDiskGb: tooLittleGb, busy: ["used"] }),
    new AbortController().signal,
  );
  expect(await tidying.findShortage()).toMatch(/has \d.* GB of at most/);
  expect([clean, changed, committed, used].map((one) => existsSync(one))).toEqual([false, true, true, true]);
  expect(await place.remembered()).toEqual(["changed", "committed", "used"]);
});

it("packs the objects of mirrors, and loses none that a worktree or a kept name has", async () => {
  const worktree = await place.worktree("run");
  git(worktree, "commit", "--quiet", "--allow-empty", "-m", "by the agent");
  await saveUncommittedWork(place.home(), worktree, "run", standardAuthor);
  git(worktree, "commit", "--quiet", "--allow-empty", "-m", "on no branch");
  git(place.mirror, "config", "gc.auto", "1");
  // git looks into one of 256 folders, and guesses from it how many objects there are.
  const many = mkdtempSync(path.join(place.folder, "many-"));
  for (let number = 0; number < 1500; number++) writeFileSync(path.join(many, `${number}`), `file ${number}`);
  git(place.mirror, "hash-object", "-w", ...readdirSync(many).map((name) => path.join(many, name)));
  expect(await new Housekeeping(place.tools({}), new AbortController().signal).findShortage()).toBeNull();
  expect(place.events).toEqual([]);
  expect(git(place.mirror, "count-objects", "-v")).toMatch(/^packs: 1$/m);
  expect(git(worktree, "log", "--format=%s")).toBe("on no branch\nby the agent\nbegin");
});

it("removes worktrees of merges beyond the bound, but none that is in use", async () => {
  const failed = await place.orphan("merge_failed");
  const used = await place.orphan("merge_used");
  await new Housekeeping(
    place.tools({ maxDiskGb: tooLittleGb, busy: ["merge_used"] }),
    new AbortController().signal,
  ).findShortage();
  expect([failed, used].map((one) => existsSync(one))).toEqual([false, true]);
});
