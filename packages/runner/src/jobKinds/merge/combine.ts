// The commits of one pull request become part of the result, by a merge commit or each on top of it.
import { importObjects, readCheckedOutCommit } from "../../git/importObjects";
import { resetTo } from "../../git/commits";
import { git } from "../../git/git";
import { isolatedGit, isolatedGitSucceeds } from "../../git/isolatedGit";
import type { Checkout } from "../../git/isolatedGit";
import { isUnrelated } from "../../git/merges";
import { historyOf, isAncestor, namesOf } from "../../git/mirror";
import { PermanentJobError } from "../../jobs/contract";
import { runUntilConflict, solveConflicts } from "./conflicts";
import type { MergeContext, PullRequest } from "./context";

const quietly = ["--no-verify", "--no-gpg-sign"];

export async function mergePullRequest(
  merging: MergeContext,
  { prNumber }: PullRequest,
  commit: string,
): Promise<void> {
  const { mirror, checkout, env } = merging;
  const title = `Merge pull request #${prNumber}`;
  const merge = runUntilConflict(["merge", "--no-ff", ...quietly, "-m", title, commit], merging);
  const isMerged = await merge.catch((error: unknown) => {
    if (!isUnrelated(error)) throw error;
    throw new PermanentJobError(
      `Pull request #${prNumber} has no commit in common with the result: nothing can merge it.`,
    );
  });
  if (isMerged) return;
  await solveConflicts(merging, { at: `Merging pull request #${prNumber}` });
  // An agent may have committed although it was told not to.
  if (await isOpen(checkout, "MERGE_HEAD"))
    await isolatedGit(checkout, ["commit", "--quiet", ...quietly, "-m", title], { env });
  if (await isAncestor(mirror, commit, await broughtHead(checkout))) return;
  throw new PermanentJobError(`The agent has called off the merge of pull request #${prNumber}.`);
}

/** The commit that is checked out, as the mirror has it now. */
async function broughtHead(checkout: Checkout): Promise<string> {
  const there = await readCheckedOutCommit(checkout);
  await importObjects(checkout, [there]);
  return there;
}

/** Commits that the result has already, perhaps under another hash, are left out. So are merge commits. */
export async function rebasePullRequest(
  merging: MergeContext,
  { prNumber }: PullRequest,
  commit: string,
): Promise<void> {
  const { job, mirror, checkout } = merging;
  const own = ["--reverse", "--topo-order", "--no-merges", "--right-only", "--cherry-pick"];
  const top = await broughtHead(checkout);
  const listed = await git(["rev-list", ...own, `${top}...${commit}`], historyOf(mirror));
  const commits = listed.split("\n").filter((line) => line !== "");
  for (const [index, one] of commits.entries()) {
    job.reportProgress(`rebases #${prNumber} (${index + 1}/${commits.length})`);
    await pick(merging, `#${prNumber}`, one);
  }
}

async function pick(merging: MergeContext, request: string, commit: string): Promise<void> {
  const { mirror, folder, checkout, env } = merging;
  const before = await readCheckedOutCommit(checkout);
  if (await runUntilConflict(["cherry-pick", "--allow-empty", "--no-gpg-sign", commit], merging)) return;
  const shown = await git(["log", "-1", "--format=%h%n%s", commit], namesOf(mirror.folder));
  const [hash = "", title = ""] = shown.split("\n");
  await importObjects(checkout, [before]);
  await solveConflicts(merging, { at: `Rebasing commit ${hash} of pull request ${request}`, title });
  const there = await broughtHead(checkout);
  if (!(await isAncestor(mirror, before, there)))
    throw new PermanentJobError(`The agent has gone back behind ${before}.`);
  // An agent may have committed although it was told not to.
  if (!(await isOpen(checkout, "CHERRY_PICK_HEAD"))) {
    if (there === before)
      throw new PermanentJobError(`The agent has called off commit ${hash} (${title}) of pull request ${request}.`);
  } else if (await isolatedGitSucceeds(checkout, ["diff", "--cached", "--quiet"])) {
    // The result has everything of the commit already.
    await resetTo(mirror, folder, there);
  } else {
    await isolatedGit(checkout, ["commit", "--quiet", ...quietly, "--reuse-message", commit], { env });
  }
}

/** Whether git waits for the commit of a merge or of a pick. */
async function isOpen(checkout: Checkout, name: "MERGE_HEAD" | "CHERRY_PICK_HEAD"): Promise<boolean> {
  return await isolatedGitSucceeds(checkout, ["rev-parse", "--verify", "--quiet", `${name}^{commit}`]);
}
