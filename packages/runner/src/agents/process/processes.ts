import { readdir, readFile } from "node:fs/promises";
import { platform } from "node:os";
import { worktreeVariable } from "./environment";

/** Returns the processes of a group, and on Linux also those that have left it but carry its mark. */
export async function findProcesses(group: number | null, mark: string): Promise<number[]> {
  if (platform() !== "linux") return group !== null && groupLives(group) ? [-group] : [];
  const found: number[] = [];
  for (const id of await processes()) if (await belongs(id, group, mark)) found.push(id);
  return found;
}

/** All processes but this one. */
async function processes(): Promise<number[]> {
  return (await readdir("/proc")).map(Number).filter((id) => Number.isInteger(id) && id !== process.pid);
}

/** Kills what the agents and dev servers of a lost runner have left in the worktrees below its folder. */
export async function killLeftProcesses(folder: string): Promise<void> {
  if (platform() !== "linux") return;
  for (const id of await processes()) {
    if ((await marksOf(id)).some((mark) => mark.startsWith(`${folder}/`))) killProcess(id);
  }
}

export function killProcess(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // The process has ended meanwhile.
  }
}

async function belongs(id: number, group: number | null, mark: string): Promise<boolean> {
  const stat = await readFile(`/proc/${id}/stat`, "utf8").catch(() => null);
  if (stat === null) return false;
  // The name of the program is in brackets and may hold anything, so the fields are counted from the last bracket.
  const [state, , groupOfProcess] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === "Z" || state === "X") return false;
  if (group !== null && Number(groupOfProcess) === group) return true;
  return (await marksOf(id)).includes(mark);
}

async function marksOf(id: number): Promise<string[]> {
  const environment = await readFile(`/proc/${id}/environ`, "utf8").catch(() => "");
  const name = `${worktreeVariable}=`;
  return environment.split("\0").flatMap((entry) => (entry.startsWith(name) ? [entry.slice(name.length)] : []));
}

function groupLives(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}
