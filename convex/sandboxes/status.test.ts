import { describe, expect, it } from "vitest";
import { nextState } from "../lib/states";
import { isActiveSandbox, sandboxMoves } from "./status";
import { sandboxStatuses as states } from "./bounds";

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
