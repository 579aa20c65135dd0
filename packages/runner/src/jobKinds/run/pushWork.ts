// The work of a run goes to its branch. Where that has taken in what somebody else has pushed, the gates are shown
// again.
import type { RunContext } from "./context";
import { proveAgain } from "./iterations";
import type { RunEnding } from "./iterations";
import { pushBranch } from "./pushBranch";

/** Returns how the run ends with what is on the branch now. */
export async function pushWork(work: RunContext, ending: RunEnding): Promise<RunEnding> {
  const hasMore = await pushBranch(work);
  if (!hasMore || ending.kind !== "done") return ending;
  return await pushWork(work, await proveAgain(work));
}
