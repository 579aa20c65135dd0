import { compareValues as compareAsConvex, convexToJson, type Value } from "convex/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { convexValues } from "./arbitrary";
import { encodeIndexKey, keySuccessor, valueAtPath } from "./indexKey";
import type { Json } from "./json";

type Tuple = (Value | undefined)[];

const tuples: fc.Arbitrary<Tuple> = fc.array(fc.option(convexValues, { nil: undefined, freq: 10 }), { maxLength: 3 });

/** Pairs of tuples that often have equal first values, so that the values after them decide the order. */
const pairsOfTuples = fc.tuple(tuples, tuples, tuples, fc.boolean()).map(([start, a, b, shared]): [Tuple, Tuple] =>
  shared
    ? [
        [...start, ...a],
        [...start, ...b],
      ]
    : [a, b],
);

function keyOf(tuple: Tuple): Buffer {
  return encodeIndexKey(tuple.map((value) => (value === undefined ? undefined : convexToJson(value))));
}

function compareTuples(a: Tuple, b: Tuple): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const order = compareAsConvex(a[i], b[i]);
    if (order !== 0) return Math.sign(order);
  }
  return Math.sign(a.length - b.length);
}

function startsWith(a: Tuple, start: Tuple): boolean {
  return a.length >= start.length && compareTuples(a.slice(0, start.length), start) === 0;
}

describe("index keys", () => {
  test("sort by their bytes as the convex package sorts their tuples", () => {
    fc.assert(
      fc.property(pairsOfTuples, ([a, b]) => {
        expect(Buffer.compare(keyOf(a), keyOf(b))).toBe(compareTuples(a, b));
      }),
      { numRuns: 12_000 },
    );
  });

  test("of exactly the tuples with a prefix are between the prefix's key and its successor", () => {
    fc.assert(
      fc.property(pairsOfTuples, ([tuple, prefix]) => {
        fc.pre(prefix.length > 0);
        const from = keyOf(prefix);
        const to = keySuccessor(from);
        const key = keyOf(tuple);
        const isBetween = Buffer.compare(key, from) >= 0 && (to === null || Buffer.compare(key, to) < 0);
        expect(isBetween).toBe(startsWith(tuple, prefix));
      }),
      { numRuns: 10_000 },
    );
  });

  test("keep a string apart from the same string followed by a NUL", () => {
    const end = keySuccessor(encodeIndexKey(["a"]));
    expect(end !== null && Buffer.compare(encodeIndexKey(["a\u0000b"]), end)).toBe(1);
  });

  test("outgrow the scratch buffer without losing what was written", () => {
    const text = "x\u0000é".repeat(3_000);
    const key = encodeIndexKey([1, text, [text], true]);
    expect(Buffer.compare(key, encodeIndexKey([1, text, [text], false]))).toBe(1);
    expect(Buffer.compare(key, encodeIndexKey([1, text, [`${text}\u0000`], true]))).toBe(-1);
    expect(encodeIndexKey([1])).toEqual(key.subarray(0, 9));
  });

  test("have no successor when no greater byte is left", () => {
    expect(keySuccessor(Buffer.from([0xff, 0xff]))).toBeNull();
    expect(keySuccessor(Buffer.alloc(0))).toBeNull();
    expect(keySuccessor(Buffer.from([1, 0xff]))).toEqual(Buffer.from([2]));
  });
});

describe("the value at a field path", () => {
  const document: Record<string, Json> = { a: { b: { c: 1 } }, list: [{ b: 2 }], n: null };

  test("is found through objects", () => {
    expect(valueAtPath(document, "a.b.c")).toBe(1);
    expect(valueAtPath(document, ["a", "b"])).toEqual({ c: 1 });
    expect(valueAtPath(document, "n")).toBeNull();
  });

  test("is undefined where a field is missing or the path leads through something else", () => {
    expect(valueAtPath(document, "x")).toBeUndefined();
    expect(valueAtPath(document, "a.x.c")).toBeUndefined();
    expect(valueAtPath(document, "n.b")).toBeUndefined();
    expect(valueAtPath(document, "list.b")).toBeUndefined();
    expect(valueAtPath(document, "list.0")).toBeUndefined();
  });

  test("is never something every JavaScript object inherits", () => {
    expect(valueAtPath(document, "constructor")).toBeUndefined();
    expect(valueAtPath(document, "a.toString")).toBeUndefined();
  });
});
