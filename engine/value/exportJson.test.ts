import fc from "fast-check";
import { convexToJson } from "convex/values";
import { describe, expect, it } from "vitest";
import { convexValues } from "./arbitrary";
import { fromExportJson, toExportJson } from "./exportJson";

describe("the form of values in an export", () => {
  it("restores every value as it was", () => {
    fc.assert(
      fc.property(convexValues, (value) => {
        const stored = JSON.stringify(convexToJson(value));
        const back = fromExportJson(toExportJson(stored));
        expect(JSON.stringify(JSON.parse(back))).toBe(stored);
      }),
      { numRuns: 500 },
    );
  });

  it("is JSON with integers without a point and floats with one", () => {
    const stored = JSON.stringify(
      convexToJson({ big: -5n, whole: 5, half: 0.5, huge: 1e21, zero: -0, text: '5 {"$integer":"x"} \\', nan: NaN }),
    );
    const text = toExportJson(stored);
    expect(text).toBe(
      '{"big":-5,"half":0.5,"huge":1e+21,"nan":{"$float":"AAAAAAAA+H8="},"text":"5 {\\"$integer\\":\\"x\\"} \\\\","whole":5.0,"zero":-0.0}',
    );
    expect(JSON.parse(text)).toMatchObject({ big: -5, whole: 5 });
  });

  it("takes a mebibyte of one string", () => {
    const stored = JSON.stringify({ text: '\\"'.repeat(2 ** 18) });
    expect(fromExportJson(toExportJson(stored))).toBe(stored);
  });

  it("refuses an integer that does not fit into 64 bits", () => {
    expect(() => fromExportJson('{"a":9223372036854775808}')).toThrow("out of the range");
  });
});
