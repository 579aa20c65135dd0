import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayExceedLimits } from "./limitPrecheck";
import { checkConvexJson } from "./check";
import type { Json } from "./json";

function isWithinBounds(value: Json): boolean {
  try {
    checkConvexJson(value, { maxNesting: 64, mayHoldCommitTs: true });
    return true;
  } catch {
    return false;
  }
}

function nested(depth: number, container: (inside: Json) => Json): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level += 1) value = container(value);
  return value;
}

const fields = (count: number): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, '",["'] as const));

describe("the fast check of the text of a value", () => {
  it.each<[string, Json, boolean]>([
    ["64 levels", nested(64, (inside) => [inside]), false],
    ["65 levels", nested(65, (inside) => [inside]), true],
    ["65 levels of objects", nested(65, (inside) => ({ a: inside })), true],
    ["an array of 8192", Array<Json>(8192).fill(1), false],
    ["an array of 8193", Array<Json>(8193).fill(1), true],
    ["an array of 8193 arrays inside of others", [[1, 2], Array.from({ length: 8193 }, () => [1, 2])], true],
    ["many arrays of a few", Array.from({ length: 8000 }, () => [1, 2, 3]), false],
    ["an object of 1024 fields", fields(1024), false],
    ["an object of 1025 fields", fields(1025), true],
    ["half of a surrogate pair", "\ud83c", true],
    ["a whole pair", "😀", false],
    ["text that looks like brackets", "[".repeat(500), false],
    ["text with quotes and backslashes", '\\"[[{'.repeat(100), false],
  ])("sees %s", (_, value, mayBreak) => {
    expect(mayExceedLimits(JSON.stringify(value))).toBe(mayBreak);
    expect(isWithinBounds(value)).toBe(!mayBreak);
  });

  it("misses nothing that a full check finds", () => {
    const inside = fc.array(
      fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom('"', "\\", '\\"[', "\ud800", "]}")),
    );
    const value = fc
      .tuple(inside, fc.integer({ min: 55, max: 70 }))
      .map(([part, depth]) => nested(depth, (rest) => [rest, part]));
    const missed = fc.check(
      fc.property(value, (any) => isWithinBounds(any) || mayExceedLimits(JSON.stringify(any))),
      { numRuns: 100 },
    );
    expect(missed.counterexample).toBeNull();
  });
});
