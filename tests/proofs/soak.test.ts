// For minutes, or for an hour in the long form, all functions of a deployment are used at once. What its process holds
// must stop growing: memory, file descriptors, timers, the database's log and the files beside it. SOAK_MINUTES sets
// the duration.
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { SoakLoad } from "../engine/soakLoad";
import { prepareSoak } from "../engine/soakWorld";
import { expectConsistent } from "../support/consistency/check";
import type { Deployment } from "../support/deployment";
import { startEngine, type RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { dataOf, type Client } from "../support/fixtures";
import { expectWithin } from "../support/measuredLimit";
import { OwnConnections } from "../support/ownConnections";
import { measuredOption, useOf, type ProcessUse } from "../support/processUse";

const minutes = Number(process.env["SOAK_MINUTES"] ?? (process.env["PROOFS"] === "long" ? 60 : 2));
const sampleMs = 4_000;
/** After this time everything has been compiled. */
const warmUpMs = 25_000;
/** The length of the two periods that are compared: the first one after the warm-up, and the last one. */
const windowMs = 30_000;

/**
 * The heap and the buffers after a collection, at their lowest in a period: contexts that bursts of requests need come
 * and go with the heap. Without a leak the sum differs by up to 5 MB between periods. The short form makes 5,000 to
 * 10,000 requests between the two periods, so it finds a leak of 2 kB per request; the long form finds 50 bytes.
 */
const maxHeldMoreMb = 10;
/** Resident memory also includes memory that the allocators keep. */
const maxResidentTimes = 1.3;
const maxResidentMb = 1_000;
/** The engine empties the log at the first moment without a reader once the log has half of this size. */
const maxLogMb = 128;
/** Under load the number changes from moment to moment. */
const maxMoreUnderLoad = 20;
/** Two more readers of the database may stay open, each with two descriptors. */
const maxMoreAfterLoad = 5;
const linesOfTable = 40;

interface Observed {
  all: ProcessUse[];
  first: ProcessUse[];
  last: ProcessUse[];
}

/**
 * The engine's cache of results and its log of written keys grow at their own pace, up to bounds of tens of megabytes.
 * Both are emptied at the start of each period, so that periods can be compared: a changed variable empties the cache,
 * and the rows written here push everything else out of the log, which then soon drops them too.
 */
async function dropWhatIsBounded(deployment: Deployment, rest: Client, window: string): Promise<void> {
  await deployment.setEnvironment({ SOAK_WINDOW: window });
  const description = Array.from({ length: 330 }, (_, number) => number.toString(36).padStart(2, "0")).join(" ");
  const issues = Array.from({ length: 100 }, () => dataOf(rest.post("/issues/create", { title: window, description })));
  const issueIds = (await Promise.all(issues)).map(({ id }): string => id);
  await dataOf(rest.post("/issues/bulk-delete", { issueIds }));
}

async function observe(
  engine: RunningEngine,
  load: SoakLoad,
  dropBounded: (window: string) => Promise<void>,
): Promise<Observed> {
  const startedAtMs = performance.now();
  const samples = async (forMs: number) => {
    const taken: ProcessUse[] = [];
    const endMs = performance.now() + forMs;
    while (performance.now() < endMs && !load.isOver) {
      await pause(sampleMs);
      taken.push(await useOf(engine, (performance.now() - startedAtMs) / 1_000));
    }
    return taken;
  };
  try {
    const warmUp = await samples(warmUpMs);
    await dropBounded("first");
    const first = await samples(windowMs);
    const between = await samples(minutes * 60_000 - warmUpMs - 2 * windowMs);
    await dropBounded("last");
    const last = await samples(windowMs);
    return { all: [...warmUp, ...first, ...between, ...last], first, last };
  } finally {
    load.end();
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function expectBounded({ all, first, last }: Observed): void {
  const least = (window: ProcessUse[], what: keyof ProcessUse) => Math.min(...window.map((use) => use[what]));
  const held = (window: ProcessUse[]) => least(window, "heapMb") + least(window, "externalMb");
  const usual = (window: ProcessUse[], what: keyof ProcessUse) => median(window.map((use) => use[what]));
  const more = (what: keyof ProcessUse) => usual(last, what) - usual(first, what);
  const most = (what: keyof ProcessUse) => Math.max(...all.map((use) => use[what]));
  const bounds: [what: string, value: number, bound: number][] = [
    ["more MB held by the heap and by buffers", held(last) - held(first), maxHeldMoreMb],
    ["times as much resident", usual(last, "residentMb") / usual(first, "residentMb"), maxResidentTimes],
    ["more descriptors", more("descriptors"), maxMoreUnderLoad],
    ["more handles", more("handles"), maxMoreUnderLoad],
    ["more timers", more("timers"), maxMoreUnderLoad],
    ["more files", more("files"), 0],
    ["MB resident at a time", most("residentMb"), maxResidentMb],
    ["MB of log at a time", most("logMb"), maxLogMb],
  ];
  for (const [what, value, bound] of bounds) expectWithin(bound, value, what);
}

async function expectLetGo(engine: RunningEngine, before: ProcessUse): Promise<void> {
  const more = async () => {
    const now = await useOf(engine, 0);
    return Math.max(...(["descriptors", "handles", "timers"] as const).map((what) => now[what] - before[what]));
  };
  await expect.poll(more, { timeout: 20_000, interval: 1_000 }).toBeLessThanOrEqual(maxMoreAfterLoad);
}

function print({ all }: Observed, { done }: SoakLoad): void {
  const step = Math.ceil(all.length / linesOfTable);
  console.table(all.filter((_, at) => at % step === 0 || at === all.length - 1));
  console.log(`done: ${[...done].map(([kind, times]) => `${times} ${kind}`).join(", ")}`);
}

it(`holds no more after ${minutes} minutes of all kinds of load than after half a minute`, async () => {
  const env = { NODE_OPTIONS: `${measuredOption} --max-semi-space-size=32` };
  const engine = await startEngine({ appDir: rootDirectory, env });
  const deployment = deploymentOn(() => engine);
  const connections = new OwnConnections();
  try {
    const world = await prepareSoak(engine, deployment, connections);
    const load = new SoakLoad(world);
    const dropBounded = (window: string) => dropWhatIsBounded(deployment, world.rest, window);
    const before = await useOf(engine, 0);
    const [observed] = await Promise.all([observe(engine, load, dropBounded), load.go()]);
    connections.close();
    print(observed, load);
    expectBounded(observed);
    await expectLetGo(engine, before);
    expect((await fetch(`${engine.httpUrl}/healthz`)).status).toBe(200);
    await expectConsistent(engine);
    expect(await engine.stop()).toBe(0);
  } finally {
    connections.close();
    await engine.kill();
  }
});
