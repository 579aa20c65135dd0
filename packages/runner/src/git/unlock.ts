import { insideShell } from "./inside";
import type { Checkout } from "./inside";

/**
 * git waits for ever where it opens a FIFO, and reads a device without an end. Where it does not open files through
 * links, a link in the worktree may lead to anything.
 */
const removesTraps = `rm -f .git/*.lock
find . "(" -path "./.git/*" -o -name ".git[aim]*" ")" ! -type f ! -type d ! -type l -exec rm -f {} ";"
find .git -type l "(" -exec test -p {} ";" -o -exec test -c {} ";" ")" -exec rm -f {} ";"
true`;

/**
 * Makes git able to work. An agent that was killed in the middle of git has left its locks, and one may have put there
 * what git would never come back from. Nobody works in the worktree now.
 */
export async function unlock(checkout: Checkout): Promise<void> {
  await insideShell(checkout, removesTraps, []);
}
