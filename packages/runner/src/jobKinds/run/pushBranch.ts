// The branch of a run is pushed, and never forced. Somebody else may have pushed there since a round began: then the
// work takes in what they have pushed, and it is tried again.
import path from "node:path";
import { BranchMovedError, push } from "../../git/push";
import { DivergedError, recordSeen, seenAtHost, integratePushed } from "../../git/integrateRemote";
import { resetTo } from "../../git/commits";
import { remoteBranchRef, resolveCommit } from "../../git/mirror";
import { PermanentJobError } from "../../jobs/contract";
import type { RunContext } from "./context";

const maxTries = 5;

type Pushed = Pick<RunContext, "job" | "run" | "mirror" | "worktree" | "author" | "round">;

type TakenIn = Pick<Pushed, "run" | "mirror" | "author"> & { worktree: Pick<Pushed["worktree"], "branch"> };

/** Returns whether the branch has something now that nobody had when the work was shown last. */
export async function pushBranch(work: Pushed): Promise<boolean> {
  const { job, mirror, worktree } = work;
  const { branch } = worktree;
  for (let tries = 1; ; tries++) {
    try {
      const commit = (await resolveCommit(mirror, `refs/heads/${branch}`)) ?? worktree.base;
      await push(mirror, { branch, commit, expected: await seenAtHost(mirror, branch) }, job.signal);
      await recordSeen(mirror, branch, commit);
      return tries > 1;
    } catch (error) {
      // Before a round only a runner that has lost its job pushes there, and the next claim continues with its work.
      if (!(error instanceof BranchMovedError) || work.round === null) throw error;
      if (tries === maxTries)
        throw new BranchMovedError(`Somebody pushes to ${branch} all the time: ${tries} pushes were refused.`);
    }
    await requireStillThere(work);
    const merged = await integrateRemote(work);
    if (merged !== null) await resetTo(mirror, worktree.folder, merged);
  }
}

/** Somebody who deletes the branch while a round works does not want it. A further round that is asked for makes it. */
async function requireStillThere({ mirror, worktree: { branch } }: Pushed): Promise<void> {
  if ((await seenAtHost(mirror, branch)) === null) return;
  if ((await resolveCommit(mirror, remoteBranchRef(branch))) !== null) return;
  const kept = `The runner keeps its work as ${branch} of ${path.basename(mirror.folder)}`;
  throw new PermanentJobError(
    `Somebody has deleted ${branch} during the round. ${kept}, and a further round pushes it again.`,
  );
}

/**
 * Returns the commit of the branch, which has the work of both. Throws DoneTwiceError where another claim was the first
 * to push: then the next try continues with what it has pushed.
 */
export async function integrateRemote({ run, mirror, worktree: { branch }, author }: TakenIn): Promise<string | null> {
  try {
    return await integratePushed(mirror, { branch, runId: run.id, into: run.git.branchName, author });
  } catch (error) {
    throw error instanceof DivergedError ? new PermanentJobError(error.message) : error;
  }
}
