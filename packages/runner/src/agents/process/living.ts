import { readdir, readFile } from "node:fs/promises";
import { platform } from "node:os";
import { worktreeVariable } from "./environment";

/** Returns the processes of a group, and on Linux also those that have left it but carry the mark of the worktree. */
export async function livingProcesses(group: number | null, worktree: string): Promise<number[]> {
  if (platform() !== "linux") return group !== null && groupLives(group) ? [-group] : [];
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    const id = Number(name);
    if (Number.isInteger(id) && id !== process.pid && (await belongs(id, group, worktree))) found.push(id);
  }
  return found;
}

/** Kills what an agent that a lost runner started has left in this worktree. Returns how many processes it were. */
export async function killStrays(worktree: string): Promise<number> {
  const strays = await livingProcesses(null, worktree);
  strays.forEach(killProcess);
  return strays.length;
}

export function killProcess(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // The process has ended meanwhile.
  }
}

async function belongs(id: number, group: number | null, worktree: string): Promise<boolean> {
  const stat = await readFile(`/proc/${id}/stat`, "utf8").catch(() => null);
  if (stat === null) return false;
  // The name of the program is in brackets and may hold anything, so the fields are counted from the last bracket.
  const [state, , groupOfProcess] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === "Z" || state === "X") return false;
  if (group !== null && Number(groupOfProcess) === group) return true;
  const environment = await readFile(`/proc/${id}/environ`, "utf8").catch(() => "");
  return environment.split("\0").includes(`${worktreeVariable}=${worktree}`);
}

function groupLives(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}
