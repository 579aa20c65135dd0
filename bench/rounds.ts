// Runs rounds of load on two servers in turn, so that other work of the machine affects both.
import { spawn } from "node:child_process";
import path from "node:path";
import { rootDirectory } from "../scripts/settings";

export interface LoadTarget {
  url: string;
  method?: "POST";
  headers?: Record<string, string>;
  body?: string;
  /** Bodies that are sent one after another on every connection, instead of `body`. */
  bodies?: string[];
  /** A text that every correct answer contains. It is needed because a function that failed also answers 200. */
  mustInclude: string;
}

export interface Measurement {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Effort {
  connections: number;
  rounds: number;
  seconds: number;
}

/** Returns the median of each figure over the rounds, for the first and the second target. */
export async function compare(targets: [LoadTarget, LoadTarget], effort: Effort): Promise<[Measurement, Measurement]> {
  const [first, second] = targets;
  // A long first round is not counted, because code is compiled and contexts are made during it.
  for (const target of targets) await load(target, { ...effort, seconds: 2 * effort.seconds });
  const measured: [Measurement[], Measurement[]] = [[], []];
  for (let round = 0; round < effort.rounds; round++) {
    measured[0].push(await load(first, effort));
    measured[1].push(await load(second, effort));
  }
  return [medians(measured[0]), medians(measured[1])];
}

export async function load(target: LoadTarget, { connections, seconds }: Effort): Promise<Measurement> {
  const options = JSON.stringify({ ...target, connections, duration: seconds });
  const child = spawn(process.execPath, [path.join(rootDirectory, "bench/load.mjs"), options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  for await (const chunk of child.stdout) output += String(chunk);
  const { failed, ...measurement } = JSON.parse(output) as Measurement & { failed: number };
  if (failed > 0) throw new Error(`${failed} requests to ${target.url} failed, so the measurement does not count.`);
  return measurement;
}

function medians(measurements: Measurement[]): Measurement {
  const medianOf = (field: keyof Measurement): number => {
    const sorted = measurements.map((measurement) => measurement[field]).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  return { requestsPerSecond: medianOf("requestsPerSecond"), p50Ms: medianOf("p50Ms"), p99Ms: medianOf("p99Ms") };
}
