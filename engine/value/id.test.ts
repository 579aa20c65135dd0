import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeId, encodeId, tableNumberOf } from "./id";

const tableNumbers = fc.oneof(
  fc.constantFrom(1, 127, 128, 10_001, 16_383, 16_384, 2 ** 21, 2 ** 28 - 1, 2 ** 28, 2 ** 31, 2 ** 32 - 1),
  fc.integer({ min: 1, max: 2 ** 32 - 1 }),
);
const internals = fc.uint8Array({ minLength: 16, maxLength: 16 });
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz".split("");
const CHARACTERS = [...DIGITS, "i", "l", "o", "u", "A", "Z", "-", " ", "é"];

describe("ids", () => {
  test("are written as Convex writes them", () => {
    const internal = new Uint8Array(16);
    let byte = 1;
    for (let i = 0; i < 16; i += 1) internal[i] = byte = (byte * 251) & 0xff;
    expect(encodeId(1017, internal)).toBe("z43zp6c3e75gkmz1kfwj6mbbx5sw281h");
  });

  test("are the same after being written and read", () => {
    fc.assert(
      fc.property(tableNumbers, internals, (tableNumber, internal) => {
        const text = encodeId(tableNumber, internal);
        expect(text).toMatch(/^[0-9a-hjkmnp-tv-z]{31,37}$/);
        expect(decodeId(text)).toEqual({ tableNumber, internal: Buffer.from(internal) });
        expect(tableNumberOf(text)).toBe(tableNumber);
      }),
      { numRuns: 10_000 },
    );
  });

  test("are invalid when one character is changed, lost or added", () => {
    fc.assert(
      fc.property(tableNumbers, internals, (tableNumber, internal) => {
        const text = encodeId(tableNumber, internal);
        for (let at = 0; at < text.length; at += 1) {
          const [before, after] = [text.slice(0, at), text.slice(at + 1)];
          expect(decodeId(before + after)).toBeNull();
          const changed = CHARACTERS.filter((character) => character !== text[at]);
          expect(changed.map((character) => decodeId(before + character + after)).filter(Boolean)).toEqual([]);
          expect(tableNumberOf(before + (changed[0] ?? "") + after)).toBeNull();
        }
        expect(decodeId(`${text}0`)).toBeNull();
      }),
      { numRuns: 200 },
    );
  });

  test("are read only in the one form in which they are written", () => {
    const lengths = { minLength: 30, maxLength: 38 };
    const digits = fc.string({ unit: fc.constantFrom(...DIGITS), ...lengths });
    fc.assert(
      fc.property(digits, (text) => {
        const decoded = decodeId(text);
        expect(decoded === null || encodeId(decoded.tableNumber, decoded.internal) === text).toBe(true);
      }),
      { numRuns: 5_000 },
    );
    expect(decodeId("junk")).toBeNull();
    expect(decodeId("0".repeat(31))).toBeNull();
  });

  test("are written only for a table number and 16 bytes", () => {
    for (const number of [0, -1, 1.5, 2 ** 32, NaN]) {
      expect(() => encodeId(number, new Uint8Array(16))).toThrow(RangeError);
    }
    expect(() => encodeId(1, new Uint8Array(15))).toThrow(RangeError);
  });
});
