import { describe, expect, it } from "vitest";
import { nextState } from "../lib/states";
import { chainStatuses as states } from "../lib/chainStatus";
import { workChainMoves } from "./status";

const { from, to } = workChainMoves.start;
const isAllowed = (state: (typeof states)[number]) => from.some((allowed) => allowed === state);

describe("a work chain", () => {
  it.each(states.filter(isAllowed))("that is %s can be started", (state) => {
    expect(nextState("work chain", workChainMoves, "start", state)).toBe(to);
  });

  it.each(states.filter((state) => !isAllowed(state)))("that is %s cannot be started", (state) => {
    expect(() => nextState("work chain", workChainMoves, "start", state)).toThrow(`The work chain is ${state}`);
  });
});
