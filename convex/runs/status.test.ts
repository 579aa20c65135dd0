import { describe, expect, it } from "vitest";
import { nextState } from "../lib/states";
import type { RunStatus } from "./schema";
import { runMoves, runStatuses } from "./status";

const moves = Object.keys(runMoves) as (keyof typeof runMoves)[];

/** Every move that there is; all others are refused. */
const allowed: Record<string, RunStatus> = {
  "running pause": "paused",
  "paused resume": "running",
  "pending cancel": "cancelled",
  "scheduled cancel": "cancelled",
  "running cancel": "cancelled",
  "paused cancel": "cancelled",
  "completed restart": "pending",
  "failed restart": "pending",
  "cancelled restart": "pending",
  "completed continue": "pending",
  "failed continue": "pending",
  "cancelled continue": "pending",
  "running requestGracefulStop": "running",
  "paused requestGracefulStop": "paused",
  "scheduled release": "pending",
};

const every = runStatuses.flatMap((state) => moves.map((move) => ({ state, move, to: allowed[`${state} ${move}`] })));

describe("a run", () => {
  it.each(every.filter(({ to }) => to !== undefined))("that is $state: $move, then $to", ({ state, move, to }) => {
    expect(nextState("run", runMoves, move, state)).toBe(to);
  });

  it.each(every.filter(({ to }) => to === undefined))("that is $state: no $move", ({ state, move }) => {
    expect(() => nextState("run", runMoves, move, state)).toThrow(`The run is ${state}`);
  });
});
