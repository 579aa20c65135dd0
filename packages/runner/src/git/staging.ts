// Puts everything that an agent has changed into the index. Repositories inside the worktree, such as submodules, have
// settings of their own. So git never looks for changes inside them: with `none` as isolation it could be made to run a
// program (a filter).
import { isolatedGit } from "./isolatedGit";
import type { Checkout } from "./isolatedGit";
import { removeTraps } from "./removeTraps";

/** For commands that compare files: what an inner repository has checked out counts, and nothing inside of it. */
export const ignoringInnerChanges = "--ignore-submodules=dirty";

export async function stageAll(checkout: Checkout): Promise<void> {
  await removeTraps(checkout);
  const inner = await innerRepositories(checkout);
  const rest = [".", ...inner.map((name) => `:(exclude,literal)${name}`)];
  const from = ["--pathspec-from-file=-", "--pathspec-file-nul"];
  await isolatedGit(checkout, ["add", "--all", ...from], { input: rest.join("\0") });
  const links = ["update-index", "--add", "--remove", "-z", "--stdin"];
  if (inner.length > 0) await isolatedGit(checkout, links, { input: inner.join("\0") });
}

/** The paths at which the index has a repository of its own. */
export async function innerRepositories(checkout: Checkout): Promise<string[]> {
  const entries = (await isolatedGit(checkout, ["ls-files", "--stage", "-z"])).split("\0");
  const links = entries.filter((entry) => entry.startsWith("160000 "));
  return [...new Set(links.map((entry) => entry.slice(entry.indexOf("\t") + 1)))];
}
