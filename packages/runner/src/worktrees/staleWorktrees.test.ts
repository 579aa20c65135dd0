import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { git, RunnerFolder } from "../../tests/worktrees";
import type { Call } from "../service/callback";
import { CallRefusedError } from "../service/errors";
import { removeStaleWorktrees } from "./staleWorktrees";

let place: RunnerFolder;
beforeEach(() => void (place = new RunnerFolder()));
afterEach(() => place.remove());

const never = new AbortController().signal;

type Answer = { status: string; attempt: number } | Error;

/** A service that knows these runs. */
function knowing(runs: Record<string, Answer>): Call {
  const answer = async (operation: string, args: object) => {
    const runId = "runId" in args ? String(args.runId) : "";
    const found = runs[runId] ?? new CallRefusedError(operation, `There is no run with the id ${runId}.`);
    if (found instanceof Error) throw found;
    return found as never;
  };
  return answer;
}

it("removes the worktrees of runs that are completed, deleted or in a newer attempt, and no others", async () => {
  const runs: Record<string, Answer> = {
    completed: { status: "completed", attempt: 1 },
    restarted: { status: "running", attempt: 2 },
    failed: { status: "failed", attempt: 1 },
    running: { status: "running", attempt: 1 },
    busy: { status: "completed", attempt: 1 },
    refused: new CallRefusedError("run.get", "There is no operation run.get."),
  };
  for (const name of [...Object.keys(runs), "deleted"]) await place.worktree(name);
  await removeStaleWorktrees(place.tools({ busy: ["busy"] }), knowing(runs), never);
  const left = ["busy", "failed", "refused", "running"];
  expect(await place.remembered()).toEqual(left);
  expect(left.every((name) => existsSync(path.join(place.folder, "worktrees", name)))).toBe(true);
  const named = git(place.mirror, "for-each-ref", "--format=%(refname:lstrip=3)", "refs/switchyard/worktrees");
  expect(named.split("\n")).toEqual(left);
});

it("keeps what no branch has, also where git was killed", async () => {
  const changed = await place.worktree("changed");
  writeFileSync(path.join(changed, "half.txt"), "half");
  const gitFolder = git(changed, "rev-parse", "--absolute-git-dir");
  writeFileSync(path.join(gitFolder, "index.lock"), "");
  const committed = await place.worktree("committed");
  git(committed, "commit", "--quiet", "--allow-empty", "-m", "by the agent");
  await place.worktree("clean");
  await removeStaleWorktrees(place.tools({}), knowing({}), never);
  expect(git(place.mirror, "show", "refs/switchyard/kept/changed-1:half.txt")).toBe("half");
  expect(git(place.mirror, "log", "--format=%s", "refs/switchyard/kept/committed-1")).toBe("by the agent\nbegin");
  expect(git(place.mirror, "for-each-ref", "--format=%(refname)", "refs/switchyard").split("\n")).toHaveLength(2);
  expect(await place.remembered()).toEqual([]);
  expect(existsSync(changed) || existsSync(committed)).toBe(false);
});

it("removes worktrees without a record, keeps what no branch has, and touches no folder of somebody else", async () => {
  const clean = await place.orphan("merge_clean");
  const changed = await place.orphan("merge_changed");
  writeFileSync(path.join(changed, "half.txt"), "half");
  const used = await place.orphan("merge_used");
  const other = path.join(place.folder, "worktrees/somebodys");
  git(place.folder, "init", "--quiet", other);
  const plain = path.join(place.folder, "worktrees/plain");
  mkdirSync(plain);
  await removeStaleWorktrees(place.tools({ busy: ["merge_used"] }), knowing({}), never);
  expect([clean, changed, used, other, plain].map((one) => existsSync(one))).toEqual([false, false, true, true, true]);
  expect(git(place.mirror, "show", "refs/switchyard/kept/merge_changed-1:half.txt")).toBe("half");
  expect(place.events).toEqual([]);
});

it("removes a worktree of a repository with submodules, unless a repository in it may have commits of its own", async () => {
  const empty = await place.worktree("empty");
  const filled = await place.worktree("filled");
  for (const worktree of [empty, filled]) {
    const inner = git(worktree, "rev-parse", "HEAD");
    git(worktree, "update-index", "--add", "--cacheinfo", `160000,${inner},library`);
    mkdirSync(path.join(worktree, "library"));
    git(worktree, "commit", "--quiet", "-m", "library");
    git(worktree, "update-ref", `refs/heads/${path.basename(worktree)}`, "HEAD");
  }
  git(filled, "init", "--quiet", "library");
  git(path.join(filled, "library"), "commit", "--quiet", "--allow-empty", "-m", "own");
  await removeStaleWorktrees(place.tools({}), knowing({}), never);
  expect([empty, filled].map((one) => existsSync(one))).toEqual([false, true]);
  expect(await place.remembered()).toEqual(["filled"]);
});

it("leaves everything when the service does not answer", async () => {
  const left = await place.worktree("left");
  const away = removeStaleWorktrees(place.tools({}), knowing({ left: new Error("The service is away.") }), never);
  await expect(away).rejects.toThrow("The service is away.");
  expect(existsSync(left)).toBe(true);
  expect(await place.remembered()).toEqual(["left"]);
});

it("forgets a worktree that is gone, and touches no other folder, even in another repository", async () => {
  await place.remember("gone", path.join(place.folder, "worktrees/gone"));
  const other = path.join(place.folder, "other");
  git(place.folder, "init", "--quiet", other);
  const inside = path.join(other, "worktree");
  mkdirSync(inside);
  writeFileSync(path.join(inside, "precious.txt"), "precious");
  await place.remember("inside", inside);
  await removeStaleWorktrees(place.tools({}), knowing({}), never);
  expect(await place.remembered()).toEqual(["inside"]);
  expect(git(other, "status", "--porcelain", "--untracked-files=all")).toBe("?? worktree/precious.txt");
});
