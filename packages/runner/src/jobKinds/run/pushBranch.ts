// The branch of a run is pushed, and never forced. Somebody else may have pushed there since a round began: then the
// work takes in what they have pushed, and it is tried again.
import { BranchMovedError, push } from "../../git/push";
import { DivergedError, takeInPushed } from "../../git/merges";
import { resetTo } from "../../git/commits";
import { newestCommitOf } from "../../git/worktree";
import { PermanentJobError } from "../../jobs/contract";
import type { RunContext } from "./context";

const maxTries = 5;

type Pushed = Pick<RunContext, "job" | "mirror" | "worktree" | "author" | "round">;

/** Returns whether the branch has something now that nobody had when the work was shown last. */
export async function pushBranch(work: Pushed): Promise<boolean> {
  const { job, mirror, worktree } = work;
  for (let tries = 1; ; tries++) {
    try {
      const commit = (await newestCommitOf(mirror, worktree.branch)) ?? worktree.base;
      await push(mirror, worktree.branch, commit, job.signal);
      return tries > 1;
    } catch (error) {
      // Before a round only a runner that has lost its job pushes there, and the next claim continues with its work.
      if (!(error instanceof BranchMovedError) || work.round === null || tries === maxTries) throw error;
    }
    const merged = await takeIn(work);
    if (merged !== null) await resetTo(mirror, worktree.folder, merged);
  }
}

/** Returns the commit of the branch, which has the work of both. */
export async function takeIn(work: {
  mirror: Pushed["mirror"];
  worktree: { branch: string };
  author: Pushed["author"];
}) {
  try {
    return await takeInPushed(work.mirror, work.worktree.branch, work.author);
  } catch (error) {
    throw error instanceof DivergedError ? new PermanentJobError(error.message) : error;
  }
}
