// The total order of values: undefined < null < int64 < float64 < boolean < string < bytes < array < object.
import type { Json, JsonObject } from "./json";
import { integerOf, MAX_INT64, specialValueOf } from "./specialValue";

type Order = -1 | 0 | 1;

const UNDEFINED = 0;
const NULL = 1;
const INTEGER = 2;
const FLOAT = 3;
const BOOLEAN = 4;
const STRING = 5;
const BYTES = 6;
const ARRAY = 7;
const OBJECT = 8;

/** A value in the form in which it is compared: its place among the types, and the content of its JSON form. */
type Ranked =
  | { rank: typeof UNDEFINED | typeof NULL }
  | { rank: typeof INTEGER; integer: bigint }
  | { rank: typeof FLOAT; bits: bigint }
  | { rank: typeof BOOLEAN; boolean: boolean }
  | { rank: typeof STRING; text: string }
  | { rank: typeof BYTES; bytes: Buffer }
  | { rank: typeof ARRAY; items: Json[] }
  | { rank: typeof OBJECT; object: JsonObject };

export function compareValues(a: Json | undefined, b: Json | undefined): -1 | 0 | 1 {
  if (typeof a === "string" && typeof b === "string") return compareStrings(a, b);
  if (typeof a === "number" && typeof b === "number") return comparePlainNumbers(a, b);
  if (a === b) return 0;
  return compareRanked(rankOf(a), rankOf(b));
}

function compareRanked(a: Ranked, b: Ranked): Order {
  if (a.rank === INTEGER && b.rank === INTEGER) return compareNative(a.integer, b.integer);
  if (a.rank === FLOAT && b.rank === FLOAT) return compareNative(a.bits, b.bits);
  if (a.rank === BOOLEAN && b.rank === BOOLEAN) return compareNative(a.boolean, b.boolean);
  if (a.rank === STRING && b.rank === STRING) return compareStrings(a.text, b.text);
  if (a.rank === BYTES && b.rank === BYTES) return Buffer.compare(a.bytes, b.bytes);
  if (a.rank === ARRAY && b.rank === ARRAY) return compareArrays(a.items, b.items);
  if (a.rank === OBJECT && b.rank === OBJECT) return compareObjects(a.object, b.object);
  return compareNative(a.rank, b.rank);
}

function rankOf(value: Json | undefined): Ranked {
  switch (typeof value) {
    case "undefined":
      return { rank: UNDEFINED };
    case "number":
      return { rank: FLOAT, bits: orderedBitsOfNumber(value) };
    case "boolean":
      return { rank: BOOLEAN, boolean: value };
    case "string":
      return { rank: STRING, text: value };
    default:
      if (value === null) return { rank: NULL };
      return Array.isArray(value) ? { rank: ARRAY, items: value } : rankOfObject(value);
  }
}

function rankOfObject(object: JsonObject): Ranked {
  const special = specialValueOf(object);
  switch (special?.kind) {
    case undefined:
      return { rank: OBJECT, object };
    case "integer":
      return { rank: INTEGER, integer: integerOf(special.base64) };
    case "commitTs":
      return { rank: INTEGER, integer: MAX_INT64 };
    case "float":
      return { rank: FLOAT, bits: orderedBits(integerOf(special.base64)) };
    case "bytes":
      return { rank: BYTES, bytes: Buffer.from(special.base64, "base64") };
  }
}

function compareNative<T extends number | bigint | boolean>(a: T, b: T): Order {
  return a < b ? -1 : a > b ? 1 : 0;
}

function comparePlainNumbers(a: number, b: number): Order {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a !== 0) return 0;
  return compareNative(1 / a, 1 / b);
}

const view = new DataView(new ArrayBuffer(8));

function orderedBitsOfNumber(value: number): bigint {
  view.setFloat64(0, value);
  return orderedBits(view.getBigInt64(0));
}

/**
 * Maps the bits of a float to an integer that sorts in IEEE's total order. Among negative numbers (sign bit set) the
 * greater magnitude is the smaller number.
 */
function orderedBits(bits: bigint): bigint {
  return bits < 0n ? bits ^ MAX_INT64 : bits;
}

/**
 * Compares two strings by their UTF-8 bytes, which is the order of code points. The order of UTF-16 units differs in
 * one point: it puts surrogates (code points from 10000 hex on) before E000 to FFFF.
 */
export function compareStrings(a: string, b: string): -1 | 0 | 1 {
  if (a === b) return 0;
  const shared = Math.min(a.length, b.length);
  let at = 0;
  while (at < shared && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === shared) return a.length < b.length ? -1 : 1;
  return compareNative(codePointRank(a.charCodeAt(at)), codePointRank(b.charCodeAt(at)));
}

function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function compareArrays(a: Json[], b: Json[]): Order {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i += 1) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return compareNative(a.length, b.length);
}

function compareObjects(a: JsonObject, b: JsonObject): Order {
  const keysOfA = sortedKeys(a);
  const keysOfB = sortedKeys(b);
  for (const [i, keyOfA] of keysOfA.entries()) {
    const keyOfB = keysOfB[i];
    if (keyOfB === undefined) return 1;
    const order = compareStrings(keyOfA, keyOfB) || compareValues(a[keyOfA], b[keyOfB]);
    if (order !== 0) return order;
  }
  return keysOfA.length < keysOfB.length ? -1 : 0;
}

/** Field names are ASCII, so the order of UTF-16 units is also the order of their bytes. */
export function sortedKeys(object: JsonObject): string[] {
  return Object.keys(object).sort();
}

export function sortedEntries<T>(object: Record<string, T>): [string, T][] {
  return Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
}
