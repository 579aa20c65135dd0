// Puts everything that an agent has changed into the index. Repositories inside the worktree, such as submodules, have
// settings of their own. So git never looks for changes inside them: with `none` as isolation it could be made to run a
// program (a filter).
import { requireCommitId } from "./importObjects";
import { isolatedGit, isolatedShell } from "./isolatedGit";
import type { Checkout } from "./isolatedGit";
import { removesTraps } from "./removeTraps";

/** For commands that compare files: what an inner repository has checked out counts, and nothing inside of it. */
export const ignoringInnerChanges = "--ignore-submodules=dirty";

export interface Staged {
  /** The commit that is checked out, which need not be in the mirror yet. */
  head: string;
  /** All files as they are now. */
  tree: string;
}

export async function stageAll(checkout: Checkout): Promise<Staged> {
  const listed = await isolatedShell(checkout, { name: "ls-files", text: `${removesTraps}\n${listsIndex}` });
  const inner = innerRepositories(listed.split("\0"));
  const rest = [".", ...inner.map((name) => `:(exclude,literal)${name}`)].join("\0");
  if (inner.length === 0) {
    const text = `${addsListed} && ${namesStaged}`;
    return stagedIn(await isolatedShell(checkout, { name: "add", text }, { input: rest }));
  }
  await isolatedShell(checkout, { name: "add", text: addsListed }, { input: rest });
  const links = ["update-index", "--add", "--remove", "-z", "--stdin"];
  await isolatedGit(checkout, links, { input: inner.join("\0") });
  return stagedIn(await isolatedShell(checkout, { name: "write-tree", text: namesStaged }));
}

/** A script of the shell: the entries of the index, each with a NUL at its end. */
export const listsIndex = "git ls-files --stage -z";
const addsListed = "git add --all --pathspec-from-file=- --pathspec-file-nul";
const namesStaged = `git write-tree && git rev-parse --verify "HEAD^{commit}"`;

function stagedIn(written: string): Staged {
  const [tree = "", head = ""] = written.split("\n");
  return { tree: requireCommitId(tree), head: requireCommitId(head) };
}

/** The paths at which the index has a repository of its own. */
export function innerRepositories(entries: readonly string[]): string[] {
  const links = entries.filter((entry) => entry.startsWith("160000 "));
  return [...new Set(links.map((entry) => entry.slice(entry.indexOf("\t") + 1)))];
}
