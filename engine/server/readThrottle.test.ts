import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, it } from "vitest";
import { ReadThrottle } from "./readThrottle";

// Waits until the arrivals of earlier tests no longer delay anything.
beforeEach(() => sleep(150));

class Source {
  isPaused = false;
  pause = () => (this.isPaused = true);
  resume = () => (this.isPaused = false);
}

it("a source that sends more than a turn allows waits for the next turn, and one that has ended is not resumed", async () => {
  const reading = new ReadThrottle();
  const [small, large, late, left] = [new Source(), new Source(), new Source(), new Source()];
  reading.read(small, 1_000);
  reading.read(large, 5_000_000);
  reading.read(late, 1);
  reading.read(left, 1);
  reading.forget(left);
  expect([small, large, late].map(({ isPaused }) => isPaused)).toEqual([false, true, true]);
  await nextTurn();
  await nextTurn();
  expect([large, late, left].map(({ isPaused }) => isPaused)).toEqual([false, false, true]);
});

it("of very many only some continue in each turn", async () => {
  const reading = new ReadThrottle();
  const sources = Array.from({ length: 100 }, () => new Source());
  for (const source of sources) reading.read(source, 5_000_000);
  await nextTurn();
  const paused = () => sources.filter(({ isPaused }) => isPaused).length;
  expect(paused()).toBe(36);
  await nextTurn();
  expect(paused()).toBe(0);
});
