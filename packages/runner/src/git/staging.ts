// Puts everything that an agent has changed into the index. Repositories inside the worktree, such as submodules, have
// settings of their own, which an isolated agent can change. So the runner's git never looks for changes inside them:
// it could be made to run a program (a filter) outside of the isolation.
import { git } from "./git";
import type { GitOptions } from "./git";

/** For commands that compare files: what an inner repository has checked out counts, and nothing inside of it. */
export const notInside = "--ignore-submodules=dirty";

export async function stageAll(options: GitOptions): Promise<void> {
  const inner = await innerRepositories(options);
  const rest = [".", ...inner.map((name) => `:(exclude,literal)${name}`)];
  const from = ["--pathspec-from-file=-", "--pathspec-file-nul"];
  await git(["add", "--all", ...from], { ...options, input: rest.join("\0") });
  const links = ["update-index", "--add", "--remove", "-z", "--stdin"];
  if (inner.length > 0) await git(links, { ...options, input: inner.join("\0") });
}

/** The paths at which the index has a repository of its own. */
export async function innerRepositories(options: GitOptions): Promise<string[]> {
  const entries = (await git(["ls-files", "--stage", "-z"], options)).split("\0");
  const links = entries.filter((entry) => entry.startsWith("160000 "));
  return [...new Set(links.map((entry) => entry.slice(entry.indexOf("\t") + 1)))];
}
