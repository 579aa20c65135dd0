// Files that the runner's own parent left open, such as a log or a socket of a supervisor. Node passes those above 15
// on to every program that it starts, and a shell such as dash can close none above 9. So each gets an empty file in
// its place. The runner's own stay open: nobody can tell one that another thread reads from one that was left.
import { openSync, readdirSync, readFileSync } from "node:fs";
import { platform } from "node:os";

/** What Node takes for a descriptor of a program that it starts. */
type Given = "pipe" | "ignore" | number;

const closeOnExec = 0o2000000;
let inherited: readonly number[] | undefined;
let nothing: number | undefined;

/** Returns the descriptors of a program that has these, and none that the runner has been given. */
export function withNothingInherited(given: readonly Given[]): Given[] {
  const all: Given[] = [...given];
  inherited ??= findInherited();
  for (const file of inherited.filter((file) => file >= given.length)) {
    while (all.length < file) all.push("ignore");
    all[file] = nothing ??= openSync("/dev/null", "r");
  }
  return all;
}

/** From the lowest to the highest. macOS closes for a program what Node does not name. */
function findInherited(): number[] {
  if (platform() !== "linux") return [];
  const open = readdirSync("/proc/self/fd").map(Number);
  return open.filter((file) => file > 2 && isPassedOn(file)).toSorted((one, other) => one - other);
}

/** One that is closed meanwhile was not left open by the parent. */
function isPassedOn(file: number): boolean {
  try {
    const flags = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${file}`, "utf8"))?.[1] ?? "0";
    return (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    return false;
  }
}
