import { compareValues as compareAsConvex, convexToJson, type Value } from "convex/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { convexValues } from "./arbitrary";
import type { Json } from "./json";
import { compareStrings, compareValues } from "./compareValues";

function toJson(value: Value | undefined): Json | undefined {
  return value === undefined ? undefined : convexToJson(value);
}

function float(bits: bigint): Json {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(bits);
  return { $float: bytes.toString("base64") };
}

describe("the total order", () => {
  test("is that of the convex package for any two values", () => {
    const values = fc.option(convexValues, { nil: undefined, freq: 20 });
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(compareValues(toJson(a), toJson(b))).toBe(Math.sign(compareAsConvex(a, b)));
      }),
      { numRuns: 15_000 },
    );
  });

  test("finds every value equal to a copy of itself", () => {
    fc.assert(
      fc.property(convexValues, (value) => {
        expect(compareValues(convexToJson(value), structuredClone(convexToJson(value)))).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });

  test("puts the types one after the other, integers before all floats", () => {
    const ascending: (Json | undefined)[] = [
      undefined,
      null,
      { $integer: "AAAAAAAAAIA=" },
      { $integer: "//////////8=" },
      { $integer: "AAAAAAAAAAA=" },
      { $integer: "/////////38=" },
      float(0xfff8_0000_0000_0001n),
      float(0xfff8_0000_0000_0000n),
      float(0xfff0_0000_0000_0000n),
      -1,
      float(0x8000_0000_0000_0000n),
      0,
      1,
      float(0x7ff0_0000_0000_0000n),
      float(0x7ff8_0000_0000_0000n),
      float(0x7ff8_0000_0000_0001n),
      false,
      true,
      "",
      "\u{ff5e}",
      "\u{1f600}",
      { $bytes: "" },
      { $bytes: "+A==" },
      { $bytes: "/w==" },
      [],
      [null],
      {},
      { a: [] },
      { a: [], b: null },
      { b: null },
    ];
    for (const [i, a] of ascending.entries()) {
      for (const [j, b] of ascending.entries()) expect([a, b, compareValues(a, b)]).toEqual([a, b, Math.sign(i - j)]);
    }
  });

  test("takes a placeholder of the commit timestamp for the greatest integer", () => {
    expect(compareValues({ $commitTs: null }, { $integer: "/////////38=" })).toBe(0);
    expect(compareValues({ $commitTs: null }, -1)).toBe(-1);
  });

  test("takes a bare -0 for less than 0", () => {
    expect(compareValues(-0, 0)).toBe(-1);
    expect(compareValues(-0, float(0x8000_0000_0000_0000n))).toBe(0);
  });

  test("compares strings by their UTF-8 bytes", () => {
    const strings = fc.string({ unit: "binary", maxLength: 8 });
    fc.assert(
      fc.property(strings, strings, (a, b) => {
        expect(compareStrings(a, b)).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
      { numRuns: 5_000 },
    );
  });
});
