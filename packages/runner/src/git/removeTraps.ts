import { isolatedShell } from "./isolatedGit";
import type { Checkout } from "./isolatedGit";

/**
 * What nobody may write could not be removed, so its folders become writable.
 *
 * git waits for ever where it opens a FIFO, and reads a device without an end. Outside of `.git` it opens none of these
 * files through a link. A filter that does not end, or leaves a process with its output open, would hold git as well,
 * so none is run: of all files with attributes this one counts most, and in it the last line.
 */
export const removesTraps = `find .git -type d ! -perm -700 -exec chmod u+rwx {} ";"
find .git/info/attributes -type f -exec chmod u+rw {} ";"
rm -f .git/*.lock
find . "(" -path "./.git/*" -o -name ".git[aim]*" ")" ! -type f ! -type d ! -type l -exec sh -c 'chmod u+rwx "\${1%/*}"; rm -f "$1"' sh {} ";"
find .git -type l "(" -exec test -p {} ";" -o -exec test -c {} ";" ")" -exec rm -f {} ";"
test -d .git/info || mkdir .git/info
test -f .git/info/attributes || rm -rf .git/info/attributes
test "$(tail -n 1 .git/info/attributes)" = "* -filter" || printf "\\n* -filter\\n" >>.git/info/attributes
true`;

/**
 * Makes git able to work. An agent that was killed in the middle of git has left its locks, and one may have put there
 * what git would never come back from. Nobody works in the worktree now.
 */
export async function removeTraps(checkout: Checkout): Promise<void> {
  await isolatedShell(checkout, { name: "sh", text: removesTraps });
}
