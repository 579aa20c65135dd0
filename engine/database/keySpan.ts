// Positions between the keys of an index, such as those of cursors, within a range of it. A position outside the range
// counts as the nearest end of the range.
import { keySuccessor } from "../value/indexKey";
import type { KeyRange } from "./readSet";
import type { Order } from "./rows";

/**
 * A part of a query's results: from the first one after `after` up to and including `through`. null means no bound on
 * that side.
 */
export interface KeySpan {
  readonly after: Buffer | null;
  readonly through: Buffer | null;
}

export const wholeSpan: KeySpan = { after: null, through: null };

/** Returns the rest of a range after a scan in this order has passed `key`. */
export function rangeAfterKey(range: KeyRange, key: Buffer, order: Order): KeyRange {
  return order === "asc" ? { from: later(range.from, justAbove(key)), to: range.to } : rangeUpTo(range, key);
}

/** Returns the part of a range up to and including `key`, in this order. */
export function rangeThroughKey(range: KeyRange, key: Buffer, order: Order): KeyRange {
  return order === "asc" ? rangeUpTo(range, justAbove(key)) : { from: later(range.from, key), to: range.to };
}

function rangeUpTo(range: KeyRange, key: Buffer): KeyRange {
  return range.to !== null && Buffer.compare(range.to, key) < 0 ? range : { from: range.from, to: key };
}

function later(a: Buffer, b: Buffer): Buffer {
  return Buffer.compare(a, b) >= 0 ? a : b;
}

/** Every index key ends with an id, so a next key always exists. */
function justAbove(key: Buffer): Buffer {
  return keySuccessor(key) ?? key;
}
