// Processes that agents have started. They inherit a variable of the runner's folder, by which the next start of the
// runner finds them, whatever group or session they have moved to. Only Linux shows the variables of processes;
// elsewhere the agents' own leash must suffice.
import { readFile, readdir } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

const graceMs = 2000;

/** The time at which a process began, in the system's own unit. Null when the system does not say. */
export async function startOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  // The name of the program, in parentheses, may contain anything.
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
}

/** Ends all processes that have the variable with this value. Returns how many there were. */
export async function endMarked(name: string, value: string): Promise<number> {
  const found = await marked(name, value);
  if (found.length === 0) return 0;
  for (const pid of found) signal(pid, "SIGTERM");
  const untilMs = Date.now() + graceMs;
  while (Date.now() < untilMs && (await marked(name, value)).length > 0) await pause(50);
  // A process that is being killed may still have started another one.
  for (let round = 0; round < 10; round++) {
    const left = await marked(name, value);
    if (left.length === 0) break;
    for (const pid of left) signal(pid, "SIGKILL");
    await pause(50);
  }
  return found.length;
}

async function marked(name: string, value: string): Promise<number[]> {
  const entries = await readdir("/proc").catch(() => []);
  const pids = entries.filter((entry) => /^\d+$/.test(entry)).map(Number);
  const wanted = `${name}=${value}`;
  const found: number[] = [];
  for (const pid of pids) {
    if (pid === process.pid) continue;
    const variables = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
    if (variables.split("\0").includes(wanted)) found.push(pid);
  }
  return found;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
