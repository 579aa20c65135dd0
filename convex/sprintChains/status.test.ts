import { describe, expect, it } from "vitest";
import { nextState } from "../lib/states";
import { chainStatuses as states } from "../lib/chainStatus";
import { sprintChainMoves } from "./status";

const names = Object.keys(sprintChainMoves) as (keyof typeof sprintChainMoves)[];
const pairs = names.flatMap((name) => states.map((state) => ({ name, state, from: sprintChainMoves[name].from })));
const isAllowed = ({ from, state }: (typeof pairs)[number]) => from.some((allowed) => allowed === state);

describe("a sprint chain", () => {
  it.each(pairs.filter(isAllowed))("that is $state allows $name, and keeps the status", ({ name, state }) => {
    expect(nextState("sprint chain", sprintChainMoves, name, state)).toBe(state);
  });

  it.each(pairs.filter((pair) => !isAllowed(pair)))("that is $state refuses $name", ({ name, state }) => {
    expect(() => nextState("sprint chain", sprintChainMoves, name, state)).toThrow(`The sprint chain is ${state}`);
  });
});
