import { insideShell } from "./inside";
import type { Checkout } from "./inside";

/** An agent that was killed in the middle of git has left its locks. Nobody works in the worktree now. */
export async function unlock(checkout: Checkout): Promise<void> {
  await insideShell(checkout, "rm -f .git/*.lock", []);
}
