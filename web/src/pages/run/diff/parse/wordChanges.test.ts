import { assert, property, stringMatching } from "fast-check";
import { expect, it } from "vitest";
import { wordChanges } from "./wordChanges";
import type { Range } from "./wordChanges";

const cut = (text: string, ranges: readonly Range[]) => ranges.map(([from, to]) => text.slice(from, to));
const without = (text: string, ranges: readonly Range[]) =>
  text
    .split("")
    .filter((_, index) => !ranges.some(([from, to]) => from <= index && index < to))
    .join("");

it("finds the words that were replaced, added and removed", () => {
  const [before, after] = ["const sum = price * count;", "const total = price * count * rate;"];
  const found = wordChanges(before, after);
  expect(cut(before, found?.removed ?? [])).toEqual(["sum"]);
  expect(cut(after, found?.added ?? [])).toEqual(["total", " * rate"]);
});

it("marks nothing when the lines have little in common, or are too long to compare", () => {
  expect(wordChanges("return null;", "const everything = other(words);")).toBeNull();
  expect(wordChanges("", "new")).toBeNull();
  expect(wordChanges("a ".repeat(2000), "b ".repeat(2000))).toBeNull();
});

it("leaves the same text on both sides when the marked words are removed", () => {
  const text = stringMatching(/^[abc .]{0,60}$/);
  let compared = 0;
  assert(
    property(text, text, (before, after) => {
      const found = wordChanges(before, after);
      if (found === null) return true;
      compared++;
      return without(before, found.removed) === without(after, found.added);
    }),
    { numRuns: 500 },
  );
  expect(compared).toBeGreaterThan(0);
});
