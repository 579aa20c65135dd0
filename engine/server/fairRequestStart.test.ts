import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, it } from "vitest";
import { haveConnectionsPriority, connectionArrived } from "../loop/connectionPriority";
import { FairRequestStart } from "./fairRequestStart";

// Waits until the arrivals of earlier tests no longer delay anything.
beforeEach(() => sleep(150));

it("all requests begin at once while no connections arrive", () => {
  const starts = new FairRequestStart();
  for (let index = 0; index < 1000; index++) expect(starts.wait("a")).toBeNull();
});

it("nothing begins while connections come in, for a short while, and then continues for another", async () => {
  const starts = new FairRequestStart();
  const startedAt = performance.now();
  const begunAfterMs: number[] = [];
  connectionArrived();
  void starts.wait("a")?.then(() => begunAfterMs.push(performance.now() - startedAt));
  while (begunAfterMs.length === 0) {
    connectionArrived();
    await nextTurn();
  }
  expect(begunAfterMs[0]).toBeGreaterThanOrEqual(49);
  expect(begunAfterMs[0]).toBeLessThan(1000);
  connectionArrived();
  expect(haveConnectionsPriority()).toBe(false);
  expect(starts.wait("a")).toBeNull();
});

it("requests that waited begin in order, a few of each client in each turn", async () => {
  const starts = new FairRequestStart();
  const begun: string[] = [];
  while (!haveConnectionsPriority()) {
    connectionArrived();
    await nextTurn();
  }
  const wait = (client: string, index: number): void => {
    void starts.wait(client)?.then(() => begun.push(`${client}${index}`));
  };
  for (let index = 0; index < 100; index++) wait("many", index);
  wait("one", 0);
  while (begun.length === 0) await nextTurn();
  expect(begun).toContain("one0");
  expect(begun.length).toBeLessThan(20);
  while (begun.length < 101) await nextTurn();
  expect(begun.filter((name) => name !== "one0")).toEqual(Array.from({ length: 100 }, (_, index) => `many${index}`));
  expect(starts.wait("many")).toBeNull();
});
