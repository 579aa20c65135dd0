// Measures the memory and the CPU time of a server: of one process, or of a database with all its processes.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export interface Usage {
  residentMegabytes: number;
  /** The CPU time since the start of the process. Outside Linux some systems report it in whole seconds. */
  cpuSeconds: number;
}

interface Process {
  id: number;
  parent: number;
  kilobytes: number;
  program: string;
  cpuSeconds: number;
}

export function usageOfServing(startedId: number): Usage {
  const serving = servingProcess(startedId);
  return { residentMegabytes: serving.kilobytes / 1024, cpuSeconds: cpuSecondsOf(serving) };
}

/** Finds the process that serves: npm and the supervisor each have a child of Node, and the last one serves. */
export function servingProcess(startedId: number): Process {
  const all = processes();
  const lastOf = (process: Process | undefined): Process | undefined => {
    const child = all.find(({ parent, program }) => parent === process?.id && program === "node");
    return child === undefined ? process : lastOf(child);
  };
  const serving = lastOf(all.find(({ id }) => id === startedId));
  if (serving === undefined) throw new Error("The process to measure is not there.");
  return serving;
}

/** Measures a process and all its descendants. Memory that several of them share counts once. */
export function usageOfTree(startedId: number): Usage {
  const all = processes();
  const treeOf = (id: number): Process[] =>
    all
      .filter((process) => process.id === id || process.parent === id)
      .flatMap((process) => (process.id === id ? [process] : treeOf(process.id)));
  const tree = treeOf(startedId);
  const sum = (of: (process: Process) => number) => tree.map(of).reduce((total, value) => total + value, 0);
  return { residentMegabytes: sum(ownKilobytes) / 1024, cpuSeconds: sum(cpuSecondsOf) };
}

function processes(): Process[] {
  // Newer versions of Node name their main thread, which is what `comm` would show.
  const table = execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,rss=,time=,args="], { encoding: "utf8" });
  return table
    .trim()
    .split("\n")
    .map((row) => {
      const [id, parent, kilobytes, time = "", command = ""] = row.trim().split(/\s+/);
      const program = path.basename(command);
      const cpuSeconds = secondsOf(time);
      return { id: Number(id), parent: Number(parent), kilobytes: Number(kilobytes), program, cpuSeconds };
    });
}

/** Parses the time format of `ps`: `[[days-]hours:]minutes:seconds`. */
function secondsOf(time: string): number {
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = time.split(/[-:]/).map(Number).toReversed();
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

const ticksPerSecond = 100;

/** `ps` reports whole seconds on Linux, which is too coarse for a round. */
function cpuSecondsOf({ id, cpuSeconds }: Process): number {
  const file = `/proc/${id}/stat`;
  if (!existsSync(file)) return cpuSeconds;
  const stat = readFileSync(file, "utf8");
  // The name of the program, which is in parentheses, may have spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user = 0, system = 0] = fields.slice(11, 13).map(Number);
  return (user + system) / ticksPerSecond;
}

/** The share of the process in the memory that it uses, so that shared memory is counted once. */
function ownKilobytes({ id, kilobytes }: Process): number {
  const file = `/proc/${id}/smaps_rollup`;
  if (!existsSync(file)) return kilobytes;
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(file, "utf8"))?.[1] ?? kilobytes);
}
