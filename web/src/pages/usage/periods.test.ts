import { expect, it } from "vitest";
import { costliest } from "./periods";

it("finds the day that cost most, also when that was less than a cent", () => {
  const day = (date: string, costUsd: number) => ({ date, costUsd });
  expect(costliest([day("1", 0.002), day("2", 0.004), day("3", 0)])?.date).toBe("2");
  expect(costliest([day("1", 0)])).toBeUndefined();
  expect(costliest([])).toBeUndefined();
});
