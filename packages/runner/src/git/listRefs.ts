import { gitBytes } from "./git";
import { namesOf } from "./mirror";
import { listStoredRefs } from "./storedRef";

/**
 * All names of a mirror that begin with `below`, such as `refs`, and the objects that they lead to, in the order of
 * git. Each character of a name is one of its bytes.
 */
export async function listRefs(mirror: string, below: string): Promise<[string, string][]> {
  const stored = await listStoredRefs(mirror, below);
  if (stored !== null) return stored;
  const listed = await gitBytes(["for-each-ref", "--format=%(objectname) %(refname)", below], namesOf(mirror));
  const lines = listed
    .toString("latin1")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))]);
}
