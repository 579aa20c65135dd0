import { expect, it } from "vitest";
import type { Contestant } from "./rounds";
import { measureInTurn, ratioOf, spreadIn } from "./rounds";

/** A server that does `perRound` pieces of work in each round of one second, with 10 ms of CPU each. */
function contestant(name: string, log: string[], perRound: number[]): Contestant {
  let cpuSeconds = 0;
  let round = 0;
  return {
    name,
    usage: () => ({ cpuSeconds, residentMegabytes: 100 }),
    prepare: () => {
      // What is prepared costs CPU that must not be counted.
      cpuSeconds += 5;
      return Promise.resolve();
    },
    measure: () => {
      log.push(name);
      const done = perRound[round++] ?? 0;
      cpuSeconds += done / 100;
      return Promise.resolve({ done, seconds: 1, p50Ms: 1, p99Ms: 2 });
    },
  };
}

it("measures in turn after a round that does not count, and compares figures of the same round", async () => {
  const log: string[] = [];
  const first = contestant("a", log, [1, 10, 20, 40]);
  const second = contestant("b", log, [1, 20, 20, 20]);
  const [rounds = [], others = []] = await measureInTurn([first, second], { rounds: 3, seconds: 1 });
  expect(log.join("")).toBe("ababbaab");
  expect(spreadIn(rounds, "perSecond")).toEqual({ least: 10, median: 20, most: 40 });
  expect(spreadIn(rounds, "cpuMsEach").median).toBeCloseTo(10);
  expect(ratioOf(rounds, others, "perSecond")).toEqual({ least: 0.5, median: 1, most: 2 });
});
