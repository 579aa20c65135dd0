// Measures what a server's process and its data directory use at one moment, with /proc and with the process's help.
import { existsSync, readdirSync, statSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { rootDirectory } from "../../scripts/settings";

export interface ProcessUse {
  seconds: number;
  residentMb: number;
  heapMb: number;
  externalMb: number;
  descriptors: number;
  timers: number;
  /** Sockets, requests and everything else that keeps a Node process running, except timers. */
  handles: number;
  files: number;
  databaseMb: number;
  logMb: number;
}

interface InUse {
  heapBytes: number;
  externalBytes: number;
  residentBytes: number;
  timers: number;
  handles: number;
}

const measured = pathToFileURL(path.join(rootDirectory, "tests/support/measured.mjs")).href;

/** Add this to the NODE_OPTIONS of a process that will be measured. */
export const measuredOption = `--import=${measured}`;

interface Measured {
  pid: number;
  dataDir: string;
}

/** `collected` measures after a full garbage collection, so that only referenced objects count. */
type Moment = "collected" | "as-is";

export async function useOf(engine: Measured, seconds: number, moment: Moment = "collected"): Promise<ProcessUse> {
  const { heapBytes, externalBytes, residentBytes, timers, handles } = await inUse(engine.pid, moment);
  return {
    seconds: Math.round(seconds),
    residentMb: megabytes(residentBytes),
    heapMb: megabytes(heapBytes),
    externalMb: megabytes(externalBytes),
    descriptors: descriptorsOf(engine.pid),
    timers,
    handles,
    files: readdirSync(engine.dataDir, { recursive: true }).length,
    databaseMb: megabytesOf(path.join(engine.dataDir, "data.sqlite")),
    logMb: megabytesOf(path.join(engine.dataDir, "data.sqlite-wal")),
  };
}

/** Asks a process that was started with `measuredOption`. */
export async function inUse(pid: number, moment: Moment): Promise<InUse> {
  return JSON.parse(await text(connect(`\0switchyard-${moment}-${pid}`))) as InUse;
}

function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function megabytesOf(file: string): number {
  return existsSync(file) ? megabytes(statSync(file).size) : 0;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 100_000) / 10;
}
