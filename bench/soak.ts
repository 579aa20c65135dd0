// Loads the service with everything at once for minutes or for an hour, then leaves it alone for a minute, and shows
// what its process uses. The load is that of the soak test, with shorter pauses. Nothing forces a collection of
// garbage, so the resident size is what an operator sees.
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { rootDirectory } from "../scripts/settings";
import { SoakLoad } from "../tests/engine/soakLoad";
import { prepareSoak } from "../tests/engine/soakWorld";
import { deploymentOn } from "../tests/support/engineDeployment";
import { OwnConnections } from "../tests/support/ownConnections";
import { measuredOption, useOf } from "../tests/support/processUse";
import type { ProcessUse } from "../tests/support/processUse";
import { postJson } from "./postJson";
import { startProduct } from "./servers";
import type { Product } from "./servers";
import { servingProcess } from "./usage";

const pauseMs = 2;
const idleMs = 60_000;
const linesOfLoad = 18;
const msBetweenIdleLines = 10_000;

/** In megabytes, as docs/proofs.md promises. */
const limits = { resident: 400, residentIdle: 250, log: 128 };
/** Two more readers of the database may stay open, each with two descriptors. */
const maxMoreHandles = 5;

type Use = (seconds: number) => Promise<ProcessUse>;

export async function soak(directory: string, minutes: number): Promise<void> {
  // The load includes refused requests, each of which is a line of the service's log.
  const logFile = path.join(tmpdir(), "switchyard-soak.log");
  const options = { environment: { NODE_OPTIONS: measuredOption }, logFile };
  const product = await startProduct(directory, rootDirectory, options);
  const connections = new OwnConnections();
  const deployment = deploymentOn(() => product);
  const load = new SoakLoad(await prepareSoak(product, deployment, connections), pauseMs);
  const served = { pid: servingProcess(product.id).id, dataDir: directory };
  const use: Use = async (seconds) => await useOf(served, seconds, "as-is");
  console.log(`Everything at once for ${minutes} minutes, then a minute of idling. The log is in ${logFile}.\n`);
  console.log(columns.map((column) => column.padStart(width)).join(""));
  await beginCommitting(product);
  const before = await use(0);
  printLine(before);
  const [loaded] = await Promise.all([observe(use, load, minutes), load.go()]);
  connections.close();
  console.log(`done: ${[...load.done].map(([kind, times]) => `${times} ${kind}`).join(", ")}`);
  const idle = await idleFor(use, minutes * 60);
  printVerdicts(before, loaded, idle);
}

/** The service begins the thread that commits after a hundred commits. What it opens is open from then on. */
async function beginCommitting({ httpUrl, apiKey }: Product): Promise<void> {
  for (let times = 0; times < 150; times++)
    await postJson(`${httpUrl}/api/v1/project/update`, { name: "Demo" }, apiKey);
  await pause(1000);
}

async function observe(use: Use, load: SoakLoad, minutes: number): Promise<ProcessUse[]> {
  const seconds = minutes * 60;
  // The size is read more often than it is printed, so that no peak is missed.
  const samplesPerLine = Math.max(1, Math.round(seconds / linesOfLoad));
  const startedAt = performance.now();
  const samples: ProcessUse[] = [];
  try {
    while (!load.isOver && performance.now() - startedAt < seconds * 1000) {
      await pause(1000);
      const sample = await use((performance.now() - startedAt) / 1000);
      samples.push(sample);
      if (samples.length % samplesPerLine === 0) printLine(sample);
    }
    return samples;
  } finally {
    load.end();
  }
}

async function idleFor(use: Use, secondsBefore: number): Promise<ProcessUse> {
  for (let passed = 0; passed < idleMs; passed += msBetweenIdleLines) {
    await pause(msBetweenIdleLines);
    printLine(await use(secondsBefore + (passed + msBetweenIdleLines) / 1000));
  }
  return await use(secondsBefore + idleMs / 1000);
}

const columns = [
  "seconds",
  "residentMb",
  "heapMb",
  "externalMb",
  "descriptors",
  "timers",
  "handles",
  "files",
  "databaseMb",
  "logMb",
] as const satisfies (keyof ProcessUse)[];
const width = 12;

function printLine(use: ProcessUse): void {
  console.log(columns.map((column) => String(use[column]).padStart(width)).join(""));
}

function printVerdicts(before: ProcessUse, loaded: readonly ProcessUse[], idle: ProcessUse): void {
  const most = (what: keyof ProcessUse) => Math.max(...loaded.map((use) => use[what]));
  const more = (what: keyof ProcessUse) => idle[what] - before[what];
  const rows: [what: string, value: number, limit: number][] = [
    ["MB resident under load", most("residentMb"), limits.resident],
    ["MB resident after a minute of idling", idle.residentMb, limits.residentIdle],
    ["MB of the database's log", most("logMb"), limits.log],
    ["more descriptors than before", more("descriptors"), maxMoreHandles],
    ["more handles than before", more("handles"), maxMoreHandles],
    ["more timers than before", more("timers"), maxMoreHandles],
    ["more files than before", more("files"), 0],
  ];
  console.log("");
  for (const [what, value, limit] of rows) {
    const verdict = value <= limit ? "holds" : "MISSES";
    console.log(`${what.padEnd(40)}${value.toFixed(0).padStart(6)}  (at most ${limit}: ${verdict})`);
  }
}
