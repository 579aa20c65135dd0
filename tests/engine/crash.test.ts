// The engine is killed during concurrent writes, again and again on one data directory. Everything acknowledged must be
// there, nothing may be half done or done twice, and no time may go back. CRASH_SEED repeats a run.
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { startEngine } from "../support/engine";
import { expectCountersKept, expectNothingLost, Findings, jobsRunTwice } from "./crashFindings";
import { Ledger, randomNumbers, writeUntilGone } from "./crashLoad";
import { testApp } from "./testApp";

const rounds = 20;
const clients = 6;
const seed = Number(process.env["CRASH_SEED"] ?? Date.now() % 2 ** 31);

const countersQuery = makeFunctionReference<"query", Record<string, never>, { name: string; count: number }[]>(
  "crash:counters",
);
const pendingQuery = makeFunctionReference<"query", Record<string, never>, number>("crash:pendingJobs");
const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-crash-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function readCounters(client: ConvexHttpClient): Promise<Map<string, number>> {
  return new Map((await client.query(countersQuery, {})).map(({ name, count }) => [name, count]));
}

async function waitForJobs(client: ConvexHttpClient): Promise<void> {
  await expect.poll(() => client.query(pendingQuery, {}), { timeout: 60_000, interval: 50 }).toBe(0);
}

/** Waits for this number of acknowledgements, however slow the machine is: a crash after fewer would show nothing. */
async function acknowledgements(ledger: Ledger, count: number): Promise<void> {
  const enough = ledger.acknowledged.size + count;
  while (ledger.acknowledged.size < enough && ledger.refusals.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

it(`loses nothing and invents nothing over ${rounds} crashes (CRASH_SEED=${seed})`, { timeout: 300_000 }, async () => {
  const random = randomNumbers(seed);
  const ledger = new Ledger();
  const findings = new Findings();

  for (let round = 0; round < rounds; round += 1) {
    const engine = await startEngine(round === 0 ? { appDir: testApp, dataDir } : { dataDir });
    const observer = new ConvexHttpClient(engine.socketUrl, { logger: false });
    expect(await findings.look(observer)).toStrictEqual([]);
    expectNothingLost(ledger, findings);
    expect(jobsRunTwice(await readCounters(observer))).toStrictEqual([]);

    const writing = Array.from({ length: clients }, (_, client) =>
      writeUntilGone(engine.socketUrl, `${round}/${client}`, ledger, random),
    );
    await acknowledgements(ledger, 10 + random() * 80);
    await new Promise((resolve) => setTimeout(resolve, random() * 20));
    await engine.kill();
    await Promise.all(writing);
  }

  const engine = await startEngine({ dataDir });
  const observer = new ConvexHttpClient(engine.socketUrl, { logger: false });
  await waitForJobs(observer);
  expect(await findings.look(observer)).toStrictEqual([]);
  expectNothingLost(ledger, findings);
  const counters = await readCounters(observer);
  expectCountersKept(ledger, counters);
  const scheduled = [...findings.pairs.keys()].filter((pair) => ledger.attempted.get(pair) === true);
  const ranOnce = scheduled.filter((pair) => counters.get(`job ${pair}`) === 1);
  expect(ranOnce, "jobs that did not run exactly once").toStrictEqual(scheduled);
  await engine.kill();
  console.log(
    `${ledger.acknowledged.size} acknowledged pairs of ${findings.pairs.size}, ${scheduled.length} with jobs`,
  );
});
