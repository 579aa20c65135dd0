// The commits of one pull request become part of the result, by a merge commit or each on top of it.
import { head, resetTo } from "../../git/commits";
import { git, gitSays } from "../../git/git";
import { commitOf, isAncestor } from "../../git/mirror";
import { Hopeless } from "../../work/tools";
import { goesThrough, solve } from "./conflicts";
import type { Merging, PullRequest } from "./merging";

const quietly = ["--no-verify", "--no-gpg-sign"];

export async function mergeOne(merging: Merging, { prNumber }: PullRequest, commit: string): Promise<void> {
  const { folder, env } = merging;
  const title = `Merge pull request #${prNumber}`;
  if (await goesThrough(["merge", "--no-ff", ...quietly, "-m", title, commit], merging)) return;
  await solve(merging, `Merging pull request #${prNumber}`);
  // An agent may have committed although it was told not to.
  if (await isOpen(folder, "MERGE_HEAD"))
    await git(["commit", "--quiet", ...quietly, "-m", title], { cwd: folder, env });
  if (await isAncestor(merging.mirror, commit, await head(folder))) return;
  throw new Hopeless(`The agent has called off the merge of pull request #${prNumber}.`);
}

/** Commits that the result has already, perhaps under another hash, are left out. So are merge commits. */
export async function rebaseOne(merging: Merging, { prNumber }: PullRequest, commit: string): Promise<void> {
  const { job, folder } = merging;
  const own = ["--reverse", "--topo-order", "--no-merges", "--right-only", "--cherry-pick"];
  const listed = await git(["rev-list", ...own, `HEAD...${commit}`], { cwd: folder });
  const commits = listed.split("\n").filter((line) => line !== "");
  for (const [index, one] of commits.entries()) {
    job.doing(`rebases #${prNumber} (${index + 1}/${commits.length})`);
    await pick(merging, `#${prNumber}`, one);
  }
}

async function pick(merging: Merging, request: string, commit: string): Promise<void> {
  const { mirror, folder, env } = merging;
  if (await goesThrough(["cherry-pick", "--allow-empty", "--no-gpg-sign", commit], merging)) return;
  const before = await head(folder);
  const name = (await git(["log", "-1", "--format=%h (%s)", commit], { cwd: folder })).trim();
  await solve(merging, `Rebasing commit ${name} of pull request ${request}`);
  const there = await head(folder);
  if (!(await isAncestor(mirror, before, there))) throw new Hopeless(`The agent has gone back behind ${before}.`);
  // An agent may have committed although it was told not to.
  if (!(await isOpen(folder, "CHERRY_PICK_HEAD"))) {
    if (there === before) throw new Hopeless(`The agent has called off commit ${name} of pull request ${request}.`);
  } else if (await gitSays(["diff", "--cached", "--quiet"], { cwd: folder })) {
    // The result has everything of the commit already.
    await resetTo(folder, there);
  } else {
    await git(["commit", "--quiet", ...quietly, "--reuse-message", commit], { cwd: folder, env });
  }
}

/** Whether git waits for the commit of a merge or of a pick. */
async function isOpen(folder: string, name: "MERGE_HEAD" | "CHERRY_PICK_HEAD"): Promise<boolean> {
  return (await commitOf({ folder }, name)) !== null;
}
