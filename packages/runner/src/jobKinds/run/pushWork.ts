// The work of a run goes to its branch. Where that has taken in what somebody else has pushed, the gates are shown
// again.
import type { RunContext } from "./context";
import { rerunGates } from "./iterations";
import type { RunEnding } from "./iterations";
import { pushBranch } from "./pushBranch";

/** Somebody may push all the time, and each push asks for the gates once more. */
const maxProofs = 5;

/** Returns how the run ends with what is on the branch now. */
export async function pushWork(work: RunContext, performed: RunEnding): Promise<RunEnding> {
  let ending = performed;
  for (let proofs = 0; ; proofs++) {
    const hasMore = await pushBranch(work);
    if (!hasMore || ending.kind !== "done" || !hasGates(work)) return ending;
    if (proofs === maxProofs) return { kind: "unproven", reason: neverAtRest(work) };
    ending = await rerunGates(work);
  }
}

function hasGates({ run }: RunContext): boolean {
  return run.steps.some(({ gate }) => gate !== null);
}

function neverAtRest({ worktree }: RunContext): string {
  const what = `Somebody else has pushed to ${worktree.branch} each time its gates were shown again`;
  return `${what}, ${maxProofs} times. The work is on the branch, without its proof.`;
}
