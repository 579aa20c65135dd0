// Random values for the property tests of this folder. They use few letters and few numbers, so that equal values and
// common beginnings are frequent, and also the extremes of every type.
import fc from "fast-check";
import type { Value } from "convex/values";

const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.5, NaN, Infinity, -Infinity, Number.MIN_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE),
  fc.double(),
);

const integers = fc.oneof(
  fc.constantFrom(0n, 1n, -1n, 255n, 256n, 2n ** 63n - 1n, -(2n ** 63n)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
);

const units = fc.constantFrom(
  "\u0000",
  "\u0001",
  "\u0002",
  "a",
  "b",
  "\u007f",
  "é",
  "\ud7ff",
  "\ue000",
  "\uffff",
  "😀",
);
const strings = fc.oneof(
  fc.string({ unit: units, maxLength: 4 }),
  fc.string({ unit: units, minLength: 60, maxLength: 70 }),
  fc.string({ unit: "binary", maxLength: 12 }),
);

const bytes = fc
  .oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc.array(fc.constantFrom(0, 1, 2, 255), { maxLength: 4 }).map((items) => new Uint8Array(items)),
  )
  .map((array) => new Uint8Array(array).buffer);

const names = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", "_", " ", "1"), maxLength: 3 }),
  fc.constantFrom("10", "9", "constructor"),
);

export const convexValues: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constant(null),
    fc.boolean(),
    numbers,
    integers,
    strings,
    bytes,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(names, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;
