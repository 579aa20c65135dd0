// The processes of this machine, as tests look for them.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";

/** The ids of those with such an argument. */
export function withArgument(argument: string): string[] {
  return ids().filter((id) => argumentsOf(id).includes(argument));
}

/** The ids of those of git that work in this folder. */
export function gitsIn(folder: string): string[] {
  return ids().filter((id) => path.basename(argumentsOf(id)[0] ?? "") === "git" && workplaceOf(id) === folder);
}

function ids(): string[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
}

function argumentsOf(id: string): string[] {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}

function workplaceOf(id: string): string | null {
  try {
    return readlinkSync(`/proc/${id}/cwd`);
  } catch {
    return null;
  }
}
