// A merge that is begun in a worktree has both sides in the files, whatever was in the worktree before.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { git, RunnerFolder } from "../../tests/worktrees";
import { standardAuthor } from "./commits";
import { beginMerge } from "./merges";

let place: RunnerFolder;
let worktree: string;

beforeEach(async () => {
  place = new RunnerFolder();
  worktree = await place.worktree("run");
});
afterEach(() => place.remove());

const write = (name: string, text: string) => writeFileSync(path.join(worktree, name), text);
const read = (name: string) => readFileSync(path.join(worktree, name), "utf8");

function commit(...names: string[]): string {
  for (const name of names) git(worktree, "add", name);
  git(worktree, "commit", "--quiet", "-m", names.join(" "));
  return git(worktree, "rev-parse", "HEAD");
}

/** Both sides have changed `both`, and only theirs has changed `lock` and has `made`. */
function diverge(): string {
  write("both", "begin\n");
  write("lock", "1\n");
  write("kept", "1\n");
  const base = commit("both", "lock", "kept");
  for (const [name, text] of Object.entries({ both: "theirs\n", lock: "2\n", made: "theirs\n" })) write(name, text);
  const theirs = commit("both", "lock", "made");
  git(worktree, "reset", "--quiet", "--hard", base);
  write("both", "ours\n");
  commit("both");
  return theirs;
}

it.each([
  ["nothing", {}],
  ["a file that the merge changes", { lock: "changed\n" }],
  ["a file that the merge makes", { made: "set up\n" }],
  ["both", { lock: "changed\n", made: "set up\n" }],
])("merges although the setup has changed %s", async (_, files: Record<string, string>) => {
  const theirs = diverge();
  for (const [name, text] of Object.entries(files)) write(name, text);
  expect(await beginMerge(place.home(), worktree, theirs, standardAuthor)).toEqual(["both"]);
  expect(read("both")).toMatch(/^<{7} HEAD\nours\n={7}\ntheirs\n>{7} /);
  expect([read("lock"), read("made")]).toEqual(["2\n", "theirs\n"]);
  expect(existsSync(path.join(worktree, ".git/MERGE_HEAD"))).toBe(false);
});

it("what the setup has left elsewhere stays", async () => {
  const theirs = diverge();
  write("kept", "changed\n");
  write("own", "set up\n");
  expect(await beginMerge(place.home(), worktree, theirs, standardAuthor)).toEqual(["both"]);
  expect([read("kept"), read("own"), read("lock")]).toEqual(["changed\n", "set up\n", "2\n"]);
});

it("a merge that git refuses for another reason is not taken for one", async () => {
  diverge();
  await expect(beginMerge(place.home(), worktree, "refs/heads/none", standardAuthor)).rejects.toThrow(
    "git merge failed",
  );
});

it("a side that has no commit in common is refused, in our words", async () => {
  const tree = git(worktree, "rev-parse", "HEAD^{tree}");
  const theirs = git(worktree, "commit-tree", "-m", "theirs", tree);
  await expect(beginMerge(place.home(), worktree, theirs, standardAuthor)).rejects.toThrow(
    `The work has no commit in common with ${theirs}: nothing can merge the two.`,
  );
});
