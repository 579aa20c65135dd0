import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Locks } from "../git/locks";
import { readConfiguration } from "../config/configuration";
import { Records } from "../state/records";
import { Tidying } from "./tidying";
import type { Tools } from "./tools";

let folder: string;
let mirror: string;
let records: Records;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-tidying-"));
  mirror = path.join(folder, "repositories/shop.git");
  records = new Records(path.join(folder, "state"));
  mkdirSync(mirror, { recursive: true });
  git(mirror, "init", "--quiet", "--bare", "--initial-branch=main", ".");
  const tree = git(mirror, "mktree");
  git(mirror, "update-ref", "refs/heads/main", git(mirror, "commit-tree", "-m", "begin", tree));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(cwd: string, ...args: string[]): string {
  const who = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  return execFileSync("git", [...who, ...args], { cwd, input: "", encoding: "utf8" }).trim();
}

async function worktree(name: string): Promise<string> {
  const place = path.join(folder, "worktrees", name);
  git(mirror, "worktree", "add", "--quiet", "--detach", place, "main");
  const where = { repoUrl: "shop", mirror, worktree: place, branch: `switchyard/${name}` };
  await records.write({ subjectId: name, attempt: 1, session: null, ...where });
  return place;
}

function tidying(maxDiskGb: number, busy: string[] = []): Tidying {
  const configuration = { ...readConfiguration([], { SWITCHYARD_RUNNER_TOKEN: "token" }), folder, maxDiskGb };
  const places = { mirrors: path.dirname(mirror), worktrees: path.join(folder, "worktrees"), quarantine: folder };
  const rest = { agents: new Map(), living: new Map(), places, log: () => {} } satisfies Partial<Tools>;
  return new Tidying({ configuration, records, locks: new Locks(), busy: new Set(busy), ...rest });
}

const tooLittleGb = 1e-9;

it("removes nothing within the bound", async () => {
  const place = await worktree("old");
  expect(await tidying(1).fault()).toBeNull();
  expect(existsSync(place)).toBe(true);
});

it("removes clean worktrees beyond the bound, but neither changes, nor commits without a name, nor what is in use", async () => {
  const clean = await worktree("clean");
  const changed = await worktree("changed");
  writeFileSync(path.join(changed, "new.txt"), "new");
  const committed = await worktree("committed");
  git(committed, "commit", "--quiet", "--allow-empty", "-m", "by the agent");
  const used = await worktree("used");
  expect(await tidying(tooLittleGb, ["used"]).fault()).toMatch(/has \d.* GB of at most/);
  expect([clean, changed, committed, used].map((place) => existsSync(place))).toEqual([false, true, true, true]);
  expect((await records.all()).map(({ subjectId }) => subjectId).toSorted()).toEqual(["changed", "committed", "used"]);
});
