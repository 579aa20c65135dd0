import { describe, expect, it } from "vitest";
import { additionFrom } from "./sums";

describe("rows of sums", () => {
  const nothing = { runs: 0, tokens: 0 };
  const plus = additionFrom(nothing);

  it("are added field by field; a missing field counts as 0", () => {
    expect(plus({ runs: 1, tokens: 2 }, { runs: 3, tokens: 4 })).toEqual({ runs: 4, tokens: 6 });
    expect(plus({ runs: 1, tokens: 2 }, { tokens: 4 })).toEqual({ runs: 1, tokens: 6 });
    expect(plus(nothing, {})).toEqual(nothing);
  });

  it("are added without their other fields, and are not changed themselves", () => {
    const row = { runs: 1, tokens: 2, date: "2026-01-01" };
    expect(plus(row, row)).toEqual({ runs: 2, tokens: 4 });
    expect([nothing, row]).toEqual([
      { runs: 0, tokens: 0 },
      { runs: 1, tokens: 2, date: "2026-01-01" },
    ]);
  });
});
