import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { isCrowded } from "../loop/arrivals";
import { Arrivals } from "./arrivals";

it("everybody may enter, until more come than can be accepted; then one address has its share of each second", async () => {
  const arrivals = new Arrivals(100);
  while (isCrowded()) await nextTurn();
  const entered = Array.from({ length: 500 }, () => arrivals.mayEnter("many"));
  expect(entered).not.toContain(false);
  while (!isCrowded()) {
    arrivals.mayEnter("many");
    await nextTurn();
  }
  expect(Array.from({ length: 60 }, () => arrivals.mayEnter("many"))).toContain(false);
  expect(Array.from({ length: 25 }, () => arrivals.mayEnter("other"))).not.toContain(false);
  const startedAt = performance.now();
  while (!arrivals.mayEnter("many")) await nextTurn();
  expect(performance.now() - startedAt).toBeLessThan(1500);
});
