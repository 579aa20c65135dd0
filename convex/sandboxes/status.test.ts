import { describe, expect, it } from "vitest";
import { nextState } from "../lib/states";
import { sandboxMoves } from "./bounds";
import { isActiveSandbox } from "./status";
import { sandboxStatuses as states } from "./bounds";

const moves = Object.keys(sandboxMoves) as (keyof typeof sandboxMoves)[];
const every = states.flatMap((state) => moves.map((move) => ({ state, move })));
/** Messages need an agent. A dev server only needs what the agent has made. */
const isAllowed = ({ state, move }: (typeof every)[number]) =>
  state === "running" || (state === "stopped" && move === "startDevServer");

describe("a sandbox", () => {
  it.each(every.filter(isAllowed))("that is $state: $move keeps the status", ({ state, move }) => {
    expect(nextState("sandbox", sandboxMoves, move, state)).toBe(state);
  });

  it.each(every.filter((one) => !isAllowed(one)))("that is $state: no $move", ({ state, move }) => {
    expect(() => nextState("sandbox", sandboxMoves, move, state)).toThrow(`The sandbox is ${state}`);
  });

  it("is active while it is provisioned and runs", () => {
    expect(states.filter(isActiveSandbox)).toEqual(["provisioning", "running"]);
  });
});
