import { expect, it } from "vitest";
import { roundText } from "./roundText";

const followUp = {
  checks: true,
  reviews: true,
  conflicts: true,
  maxRounds: 3,
  quietMs: 60_000,
  trust: "write" as const,
  trusted: [],
};

it.each([
  ["without a rule", { round: 2, automaticRounds: 0, followUp: null }, "2"],
  ["with a rule that begins none", { round: 2, automaticRounds: 0, followUp: { ...followUp, maxRounds: 0 } }, "2"],
  ["that the rule has begun", { round: 2, automaticRounds: 2, followUp }, "2 of 3"],
  ["of which people have begun some", { round: 5, automaticRounds: 2, followUp }, "5, 2 of 3 by itself"],
])("a round %s", (_what, run, text) => {
  expect(roundText(run)).toBe(text);
});
