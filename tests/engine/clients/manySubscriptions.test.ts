// Five thousand idle subscriptions: what they cost, and that a write updates only one of them.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningEngine, startEngine } from "../../support/engine";
import { testApp } from "../testApp";
import { baseClient, httpClient, runsFor } from "./clients";
import * as functions from "./functions";

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ appDir: testApp });
});
afterAll(() => engine.kill());

const clientCount = 10;
const perClient = 500;
const total = clientCount * perClient;

it("5,000 idle subscriptions all have their first value, and a write runs and notifies one of them", async () => {
  const before = residentBytes();
  const told: string[] = [];
  let tellAll: () => void = () => undefined;
  const allTold = new Promise<void>((resolve) => (tellAll = resolve));
  const clients = Array.from({ length: clientCount }, () => {
    const client = baseClient(engine);
    client.addOnTransitionHandler(({ queries }) => {
      told.push(...queries.map(({ token }) => token));
      if (told.length === total) tellAll();
    });
    return client;
  });
  const valueOf = (at: number) => `idle ${at}`;
  for (let at = 0; at < total; at += 1) clients[at % clientCount]!.subscribe("live:watched", { value: valueOf(at) });
  await allTold;
  expect(new Set(told).size).toBe(total);
  for (let at = 0; at < total; at += 1) {
    expect(clients[at % clientCount]!.localQueryResult("live:watched", { value: valueOf(at) })).toStrictEqual([]);
  }
  const bytes = residentBytes() - before;
  console.log(`${total} idle subscriptions: ${(bytes / total / 1024).toFixed(1)} KiB each`);

  const written = 1234;
  const value = { label: "written", value: valueOf(written) };
  await httpClient(engine).mutation(functions.insert, { table: "things", value });
  const client = clients[written % clientCount]!;
  await expect
    .poll(() => client.localQueryResult("live:watched", { value: valueOf(written) }))
    .toStrictEqual(["written"]);
  expect(told.slice(total)).toStrictEqual([expect.stringContaining(`"${valueOf(written)}"`)]);
  expect(await runsFor(engine, valueOf(written))).toBe(2);
  expect(engine.errorOutput().match(/'idle \d+'/g)).toHaveLength(total + 1);
});

function residentBytes(): number {
  const status = readFileSync(`/proc/${engine.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}
