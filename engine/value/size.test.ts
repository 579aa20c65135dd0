import { convexToJson, getConvexSize } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import { convexValues } from "./arbitrary";
import { sizeOf } from "./size";

test("the size of a value is what the convex package says", () => {
  fc.assert(
    fc.property(convexValues, (value) => {
      expect(sizeOf(convexToJson(value))).toBe(getConvexSize(value));
    }),
    { numRuns: 10_000 },
  );
});

test("a placeholder of the commit timestamp is as large as the integer it becomes", () => {
  expect(sizeOf({ $commitTs: null })).toBe(9);
});
