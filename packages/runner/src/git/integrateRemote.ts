// What somebody else has done to a branch of a run at its host comes into the work here. What was pushed is merged.
// Where the branch was replaced by force, the host's counts, and only work that the host has never had is put on top.
import path from "node:path";
import { commitOfTree, isDoneTwice, keepUnder } from "./commits";
import type { Author, Sides } from "./commits";
import { git } from "./git";
import { mergeIfClean, mergedTree } from "./merges";
import { commonCommit, isAncestor, namesOf, remoteBranchRef, removeRef, resolveCommit, setRef } from "./mirror";
import type { WorktreeMirror } from "./mirror";

/** The branch here has commits that the remote's lacks, and the other way round, and the two have conflicts. */
export class DivergedError extends Error {}

/** Another claim has done the same step of the run, and was the first to push it. */
export class DoneTwiceError extends Error {}

/** The commit of the host's branch that is part of the branch here. It moves with pushes, and with what is taken in. */
export const seenRef = (branch: string) => `refs/switchyard/seen/${branch}`;

/** Null where the host had no such branch. */
export async function seenAtHost(mirror: Pick<WorktreeMirror, "folder">, branch: string): Promise<string | null> {
  return await resolveCommit(mirror, seenRef(branch));
}

export async function recordSeen(mirror: WorktreeMirror, branch: string, commit: string | null): Promise<void> {
  if (commit !== null) return await setRef(mirror, seenRef(branch), commit);
  if ((await seenAtHost(mirror, branch)) !== null) await removeRef(mirror, seenRef(branch));
}

/** Whether the host's branch has lost what it had. The runner never forces, so a person has done that. */
export async function isReplaced(mirror: WorktreeMirror, branch: string): Promise<boolean> {
  const seen = await seenAtHost(mirror, branch);
  const theirs = await resolveCommit(mirror, remoteBranchRef(branch));
  return seen !== null && theirs !== null && !(await isAncestor(mirror, seen, theirs));
}

interface Work {
  branch: string;
  runId: string;
  /** The branch into which the work shall be merged. */
  into: string;
  author: Author;
}

/**
 * Returns the commit of the branch, which has the work of both. Throws DivergedError and DoneTwiceError: from then on
 * the host's branch counts, and the work here is kept beside it.
 */
export async function integratePushed(mirror: WorktreeMirror, work: Work): Promise<string | null> {
  const { branch } = work;
  const ours = await resolveCommit(mirror, `refs/heads/${branch}`);
  const theirs = await resolveCommit(mirror, remoteBranchRef(branch));
  if (ours === null || theirs === null) return await setBranch(mirror, branch, { commit: ours ?? theirs, theirs });
  const sides = { ours, theirs };
  const commit = await both(mirror, work, sides);
  if (commit !== null) return await setBranch(mirror, branch, { commit, theirs });
  const kept = await keepUnder(mirror, branch.replace(/^switchyard\//, ""), ours);
  await setBranch(mirror, branch, { commit: theirs, theirs });
  const where = `The runner keeps its work as ${kept} of ${path.basename(mirror.folder)}.`;
  if (await isDoneTwice(mirror, sides, work.runId))
    throw new DoneTwiceError(`Another claim of this run has pushed the same step to ${branch} before. ${where}`);
  throw new DivergedError(`Somebody else has pushed to ${branch}, and the two have conflicts. ${where}`);
}

/** The branch here is at this commit now, with what the host has. */
export async function setBranch(
  mirror: WorktreeMirror,
  branch: string,
  { commit, theirs }: { commit: string | null; theirs: string | null },
): Promise<string | null> {
  if (commit !== null) await setRef(mirror, `refs/heads/${branch}`, commit);
  await recordSeen(mirror, branch, theirs);
  return commit;
}

/** Null when the two have conflicts, or the same step: work that two have done alike has no conflict. */
async function both(mirror: WorktreeMirror, work: Work, { ours, theirs }: Sides): Promise<string | null> {
  const { branch, author } = work;
  if (await isAncestor(mirror, ours, theirs)) return theirs;
  if (await isReplaced(mirror, branch)) return await putOnTop(mirror, work, { ours, theirs });
  if (await isAncestor(mirror, theirs, ours)) return ours;
  if (await isDoneTwice(mirror, { ours, theirs }, work.runId)) return null;
  return await mergeIfClean(mirror, { ours, theirs, message: `Merge what was pushed to ${branch}`, author });
}

/**
 * The commits here are those that the host's branch has lost, and newer ones. All of the newer ones become one commit,
 * so that none of the lost ones comes back as its parent. What they have merged of the base stays merged.
 */
async function putOnTop(mirror: WorktreeMirror, work: Work, { ours, theirs }: Sides): Promise<string | null> {
  const seen = await seenAtHost(mirror, work.branch);
  if (seen === null || (await isAncestor(mirror, ours, seen))) return theirs;
  const { author } = work;
  const tree = await changedTree(mirror, { from: seen, ours, theirs, author });
  if (tree === null) return null;
  const message = await git(["show", "--no-patch", "--format=%B", ours], namesOf(mirror.folder));
  const parents = [theirs, ...(await mergedOfBase(mirror, work, { seen, ours, theirs }))];
  return await commitOfTree(mirror, { tree, parents, message, author });
}

/** The files of `theirs` with what `ours` has changed since `from`. git compares commits by their parents alone. */
async function changedTree(
  mirror: WorktreeMirror,
  { from, ours, theirs, author }: Sides & { from: string; author: Author },
): Promise<string | null> {
  const of = (commit: string, parents: string[]) =>
    commitOfTree(mirror, { tree: commit, parents, message: "Compared", author });
  const base = await of(from, []);
  return await mergedTree(mirror, await of(ours, [base]), await of(theirs, [base]));
}

async function mergedOfBase(
  mirror: WorktreeMirror,
  { into }: Work,
  { seen, ours, theirs }: Sides & { seen: string },
): Promise<string[]> {
  const base = await resolveCommit(mirror, remoteBranchRef(into));
  if (base === null) return [];
  const merged = await commonCommit(mirror, base, ours);
  if (merged === null) return [];
  return (await isAncestor(mirror, merged, seen)) || (await isAncestor(mirror, merged, theirs)) ? [] : [merged];
}
