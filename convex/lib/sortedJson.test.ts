import { expect, it } from "vitest";
import { sortedJson } from "./sortedJson";

it("equal values have equal texts, whatever the order of their fields", () => {
  expect(sortedJson({ a: 1, b: { d: [1, 2], c: null } })).toBe(sortedJson({ b: { c: null, d: [1, 2] }, a: 1 }));
});

it("different values have different texts, also an object and a list of its entries", () => {
  const values = [null, [], {}, [["a", 1]], { a: 1 }, ["list"], ["object"], "1", 1, [1, 2], [2, 1]];
  expect(new Set(values.map(sortedJson)).size).toBe(values.length);
});
