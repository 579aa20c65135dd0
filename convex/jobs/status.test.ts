import { describe, expect, it } from "vitest";
import { nextState } from "../lib/states";
import type { JobStatus } from "./schema";
import { availableAfterLease, delayMs, isExhausted } from "./bounds";
import { jobMoves, jobStatuses as states } from "./status";

const moves = Object.keys(jobMoves) as (keyof typeof jobMoves)[];

/** Every allowed move. All others are refused. */
const allowed: Record<string, JobStatus> = {
  "queued claim": "claimed",
  "queued lookAgain": "queued",
  "queued giveUp": "failed",
  "queued cancel": "cancelled",
  "claimed heartbeat": "claimed",
  "claimed complete": "done",
  "claimed requeue": "queued",
  "claimed defer": "queued",
  "claimed lookAgain": "queued",
  "claimed fail": "failed",
  "claimed giveUp": "failed",
  "claimed cancel": "cancelled",
  "failed redrive": "failed",
};

const every = states.flatMap((state) => moves.map((move) => ({ state, move, to: allowed[`${state} ${move}`] })));

describe("a job", () => {
  it.each(every.filter(({ to }) => to !== undefined))("that is $state: $move, then $to", ({ state, move, to }) => {
    expect(nextState("job", jobMoves, move, state)).toBe(to);
  });

  it.each(every.filter(({ to }) => to === undefined))("that is $state: no $move", ({ state, move }) => {
    expect(() => nextState("job", jobMoves, move, state)).toThrow(`The job is ${state}`);
  });
});

describe("another attempt", () => {
  it("comes after 5 s and then twice as long each time, to 5 minutes", () => {
    const seconds = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => delayMs(attempts) / 1000);
    expect(seconds).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  });

  it("comes when a lease is over, or later where the lease was shorter than the delay", () => {
    expect(availableAfterLease(1, 60_000, 60_000)).toBe(60_000);
    expect(availableAfterLease(1, 5000, 5000)).toBe(5000);
    expect(availableAfterLease(3, 5000, 5000)).toBe(20_000);
  });

  it("there is none after the fifth", () => {
    expect([1, 4, 5].map(isExhausted)).toEqual([false, false, true]);
  });
});
