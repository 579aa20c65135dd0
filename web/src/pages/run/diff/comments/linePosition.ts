// Where lines stand, found and said.
import type { DiffLine, LinePosition } from "../parse/diffModel";

/** A line that was removed is only in the old file. */
export function positionOf({ oldNumber, newNumber }: DiffLine): LinePosition {
  return newNumber === null ? { side: "old", line: oldNumber ?? 0 } : { side: "new", line: newNumber };
}

export function isLineAt({ side, line }: LinePosition, { kind, oldNumber, newNumber }: DiffLine): boolean {
  return side === "new" ? newNumber === line : kind === "removed" && oldNumber === line;
}

/** Such as “line 12”, “lines 12 to 14” or “removed line 3”. */
export function positionText(first: LinePosition, last: LinePosition): string {
  const removedWord = (position: LinePosition) => (position.side === "old" ? "removed " : "");
  if (first.side === last.side && first.line === last.line) return `${removedWord(last)}line ${last.line}`;
  if (first.side === last.side) return `${removedWord(last)}lines ${first.line} to ${last.line}`;
  return `${removedWord(first)}line ${first.line} to ${removedWord(last)}line ${last.line}`;
}
