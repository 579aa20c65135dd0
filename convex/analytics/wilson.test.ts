import { expect, it } from "vitest";
import { wilsonInterval } from "./wilson";

it.each([
  // Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3.
  [81, 263, 0.308, 0.2553, 0.3662],
  [15, 148, 0.1014, 0.0624, 0.1605],
  [0, 20, 0, 0, 0.1611],
  [1, 29, 0.0345, 0.0061, 0.1718],
  [29, 29, 1, 0.883, 1],
])("%i of %i is %d, between %d and %d", (count, total, value, low, high) => {
  const rate = wilsonInterval(count, total);
  expect(rate?.value).toBeCloseTo(value, 4);
  expect(rate?.low).toBeCloseTo(low, 4);
  expect(rate?.high).toBeCloseTo(high, 4);
});

it("returns null without any runs", () => {
  expect(wilsonInterval(0, 0)).toBe(null);
});
