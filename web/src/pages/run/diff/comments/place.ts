// Where lines stand, found and said.
import type { DiffLine, Place } from "../parse/model";

/** A line that was removed is only in the old file. */
export function placeOf({ oldNumber, newNumber }: DiffLine): Place {
  return newNumber === null ? { side: "old", line: oldNumber ?? 0 } : { side: "new", line: newNumber };
}

export function isAt({ side, line }: Place, { kind, oldNumber, newNumber }: DiffLine): boolean {
  return side === "new" ? newNumber === line : kind === "removed" && oldNumber === line;
}

/** Such as “line 12”, “lines 12 to 14” or “removed line 3”. */
export function placeText(first: Place, last: Place): string {
  const removed = (place: Place) => (place.side === "old" ? "removed " : "");
  if (first.side === last.side && first.line === last.line) return `${removed(last)}line ${last.line}`;
  if (first.side === last.side) return `${removed(last)}lines ${first.line} to ${last.line}`;
  return `${removed(first)}line ${first.line} to ${removed(last)}line ${last.line}`;
}
