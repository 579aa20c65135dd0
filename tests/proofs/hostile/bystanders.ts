// Clients that only want to be served during an attack: how long they wait, and what the server uses meanwhile.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { RunningEngine } from "../../support/engine";

export interface Seen {
  /**
   * The 99th percentile of the milliseconds that the bystanders' requests took, and the same for a server that is not
   * attacked.
   */
  p99Ms: number;
  quietP99Ms: number;
  asked: number;
  /** Answers with another status than 200, and requests without an answer. */
  failures: string[];
  /** The largest growth of the process's memory, in MB. */
  grownMb: number;
  /** The largest size of the database's log, in MB. */
  logMb: number;
}

const megabyte = 1024 * 1024;

function residentMb({ pid }: RunningEngine): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

function logMb({ dataDir }: RunningEngine): number {
  return statSync(path.join(dataDir, "data.sqlite-wal")).size / megabyte;
}

/** A shorter attack is repeated, because a share of few requests says nothing. */
const shortestMs = 4_000;

/** Measures what bystanders see during `attack` and for a second after it. */
export async function during(engine: RunningEngine, apiKey: string, attack: () => Promise<void>): Promise<Seen> {
  const urls = ["/healthz", "/api/v1/project"].map((at) => engine.httpUrl + at);
  const quiet = spawn(process.execPath, [fileURLToPath(new URL("quiet.mjs", import.meta.url))]);
  const [line] = (await once(quiet.stdout, "data")) as [Buffer];
  const workerData = { urls, quietUrl: line.toString().trim(), apiKey };
  const watcher = new Worker(new URL("watcher.mjs", import.meta.url), { workerData });
  const before = residentMb(engine);
  let most = before;
  let longest = 0;
  const measuring = setInterval(() => {
    most = Math.max(most, residentMb(engine));
    longest = Math.max(longest, logMb(engine));
  }, 100);
  const startedAt = performance.now();
  try {
    do await attack();
    while (performance.now() - startedAt < shortestMs);
    await sleep(1_000);
  } finally {
    clearInterval(measuring);
    watcher.postMessage("stop");
  }
  const [{ times, quietTimes, failures }] = (await once(watcher, "message")) as [Watched];
  await watcher.terminate();
  quiet.kill();
  const waited = { p99Ms: p99Of(times), quietP99Ms: p99Of(quietTimes), asked: times.length };
  return { ...waited, failures, grownMb: most - before, logMb: longest };
}

interface Watched {
  times: number[];
  quietTimes: number[];
  failures: string[];
}

function p99Of(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
}
