// The processes of this machine, as tests look for them.
import { readdirSync, readFileSync } from "node:fs";

/** The ids of those with such an argument. */
export function withArgument(argument: string): string[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => argumentsOf(id).includes(argument));
}

function argumentsOf(id: string): string[] {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}
