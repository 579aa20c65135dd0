import { describe, expect, it } from "vitest";
import { nextState } from "../lib/states";
import type { SandboxStatus } from "./schema";
import { isActiveSandbox, sandboxMoves } from "./status";

const states = ["provisioning", "running", "stopped", "killed", "failed"] as const satisfies SandboxStatus[];
const moves = Object.keys(sandboxMoves) as (keyof typeof sandboxMoves)[];
const every = states.flatMap((state) => moves.map((move) => ({ state, move })));

describe("a sandbox", () => {
  it.each(every.filter(({ state }) => state === "running"))("that is $state: $move leaves it so", ({ state, move }) => {
    expect(nextState("sandbox", sandboxMoves, move, state)).toBe(state);
  });

  it.each(every.filter(({ state }) => state !== "running"))("that is $state: no $move", ({ state, move }) => {
    expect(() => nextState("sandbox", sandboxMoves, move, state)).toThrow(`The sandbox is ${state}`);
  });

  it("is active while it is provisioned and runs", () => {
    expect(states.filter(isActiveSandbox)).toEqual(["provisioning", "running"]);
  });
});
