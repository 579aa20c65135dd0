import { afterEach, describe, expect, it, vi } from "vitest";
import { fieldwiseSum, randomShard } from "./sums";

describe("rows of sums", () => {
  const nothing = { runs: 0, tokens: 0 };
  const plus = fieldwiseSum(nothing);

  it("are added field by field; a missing field counts as 0", () => {
    expect(plus({ runs: 1, tokens: 2 }, { runs: 3, tokens: 4 })).toEqual({ runs: 4, tokens: 6 });
    expect(plus({ runs: 1, tokens: 2 }, { tokens: 4 })).toEqual({ runs: 1, tokens: 6 });
    expect(plus(nothing, {})).toEqual(nothing);
  });

  it("are added without their other fields, and do not change", () => {
    const row = { runs: 1, tokens: 2, date: "2026-01-01" };
    expect(plus(row, row)).toEqual({ runs: 2, tokens: 4 });
    expect([nothing, row]).toEqual([
      { runs: 0, tokens: 0 },
      { runs: 1, tokens: 2, date: "2026-01-01" },
    ]);
  });
});

describe("the number of shards", () => {
  afterEach(() => vi.unstubAllEnvs());

  const used = () => new Set(Array.from({ length: 400 }, randomShard)).size;

  it.each(["COUNTER_SHARDS", "TALLY_SHARDS"])("is what %s says", (name) => {
    vi.stubEnv(name, "3");
    expect(used()).toBe(3);
  });

  it("is the value of the current name where both are set", () => {
    vi.stubEnv("TALLY_SHARDS", "3");
    vi.stubEnv("COUNTER_SHARDS", "2");
    expect(used()).toBe(2);
  });

  it("is 8 where nothing valid is set", () => {
    expect(used()).toBe(8);
    vi.stubEnv("COUNTER_SHARDS", "many");
    expect(used()).toBe(8);
  });
});
