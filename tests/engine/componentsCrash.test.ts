// Components over crashes. The engine is killed during a migration, while aggregates change (at once and later), and
// while rate limits are used (at once and later). Everything acknowledged is stored once, and work that had begun
// continues.
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningEngine, startEngine } from "../support/engine";
import { componentsApp } from "./testApp";

const migratedScores = 60;
const crashes = 2;

let dataDir: string;
let engine: RunningEngine;
let client: ConvexHttpClient;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "components-crash-"));
  engine = await startEngine({ dataDir, appDir: componentsApp });
  connect();
});
afterAll(async () => {
  await engine.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

function connect(): void {
  client = new ConvexHttpClient(engine.socketUrl, { logger: false });
}

const query = (name: string, args = {}): Promise<unknown> => client.query(makeFunctionReference<"query">(name), args);
const mutation = (name: string, args = {}): Promise<unknown> =>
  client.mutation(makeFunctionReference<"mutation">(name), args);

async function restart(startsAtMs = Date.now()): Promise<void> {
  engine = await startEngine({ dataDir, startsAtMs });
  connect();
}

/** Counts how often each operation was requested, and how often it was acknowledged. */
class Tally {
  answered = 0;
  asked = 0;

  async take(ask: () => Promise<unknown>): Promise<void> {
    this.asked++;
    await ask();
    this.answered++;
  }
}

const limits = { plenty: new Tally(), later: new Tally() };
const scores = new Tally();

/** Calls all operations again and again until the engine is gone. */
async function load(): Promise<void> {
  for (let round = 0; ; round++) {
    await limits.plenty.take(() => mutation("limits:takeAndRecord", { name: "plenty" }));
    await limits.later.take(() => mutation("limits:takeAndRecord", { name: "later" }));
    await scores.take(() => mutation("scores:add", { player: "loaded", points: round }));
  }
}

const migration = async () => ((await query("migrations:status", { names: ["mark"] })) as { processed: number }[])[0];

/** Starts a migration that still has most of its work to do. */
async function beginMigration(): Promise<void> {
  await mutation("migrations:start", { names: ["mark"], batchSize: 1 });
  await expect.poll(async () => (await migration())?.processed).toBeGreaterThan(0);
  expect((await migration())?.processed).toBeLessThan(migratedScores / 2);
}

it("nothing that components were asked is lost or done twice, and what they had begun continues", async () => {
  const points = Array.from({ length: migratedScores }, (_, at) => at);
  await Promise.all(points.map((of) => mutation("scores:add", { player: "first", points: of })));

  for (let crash = 0; crash < crashes; crash++) {
    const loaders = Array.from({ length: 4 }, () => load().catch(() => undefined));
    const before = limits.later.answered;
    await expect.poll(() => limits.later.answered - before).toBeGreaterThan(5);
    if (crash === 0) await beginMigration();
    await engine.kill();
    await Promise.all(loaders);
    await restart();
  }

  await expect.poll(migration).toMatchObject({ state: "success", isDone: true });
  const all = migratedScores;
  expect(await query("migrations:marked", { player: "first" })).toStrictEqual({ all, marked: all });

  const { table, atOnce } = (await query("scores:totals")) as Record<"table" | "atOnce", { count: number }>;
  expect(atOnce).toStrictEqual(table);
  expect(table.count - migratedScores).toBeGreaterThanOrEqual(scores.answered);
  expect(table.count - migratedScores).toBeLessThanOrEqual(scores.asked);
  await expect.poll(() => query("scores:laterTotals")).toStrictEqual(table);

  for (const name of ["plenty", "later"] as const) {
    const taken = Number(await query("limits:recorded", { name }));
    expect(taken).toBeGreaterThanOrEqual(limits[name].answered);
    expect(taken).toBeLessThanOrEqual(limits[name].asked);
    await expect.poll(() => query("limits:left", { name })).toBe(10_000 - taken);
  }
}, 120_000);

it("crons of components are due again after a restart, once, however often they were missed", async () => {
  const ticks = (component: string) => query("relay:read", { component, fn: "ticks", args: {} });
  expect([await ticks("red"), await ticks("blue")]).toStrictEqual([1, 1]);
  await engine.kill();
  const dayMs = 24 * 60 * 60 * 1000;
  await restart(Date.now() + 3.5 * dayMs);
  await expect.poll(() => ticks("red")).toBe(2);
  await expect.poll(() => ticks("blue")).toBe(2);
}, 120_000);
