// Places in the key space of an index, relative to a range. A place outside the range never widens it.
import { keySuccessor } from "../value/indexKey";
import type { KeyRange } from "./readSet";
import type { Order } from "./rows";

/** A part of what a query gives: from after one of its places on, through another. */
export interface Span {
  readonly after: Buffer | null;
  readonly through: Buffer | null;
}

export const wholeSpan: Span = { after: null, through: null };

/** What is left of a range once a scan in that order has passed `key`. */
export function keyAfter(range: KeyRange, key: Buffer, order: Order): KeyRange {
  return order === "asc" ? { from: later(range.from, justAbove(key)), to: range.to } : endingAt(range, key);
}

/** The part of a range up to and with `key`, in that order. */
export function keysThrough(range: KeyRange, key: Buffer, order: Order): KeyRange {
  return order === "asc" ? endingAt(range, justAbove(key)) : { from: later(range.from, key), to: range.to };
}

function endingAt(range: KeyRange, key: Buffer): KeyRange {
  return range.to !== null && Buffer.compare(range.to, key) < 0 ? range : { from: range.from, to: key };
}

function later(a: Buffer, b: Buffer): Buffer {
  return Buffer.compare(a, b) >= 0 ? a : b;
}

/** Index keys end with an id, whose key can always be followed. */
function justAbove(key: Buffer): Buffer {
  return keySuccessor(key) ?? key;
}
