// Where a line of one change is when that change is shown together with others, which came before and after it.
import { editsInFile } from "../parse/edits";
import type { FileDiff, LinePosition } from "../parse/diffModel";

/** The changes of one file follow on one another, and the place is in that with this number. Null when it is gone. */
export function followLine(
  { side, line }: LinePosition,
  changes: readonly FileDiff[],
  number: number,
): LinePosition | null {
  const earlier = changes.slice(0, number).toReversed();
  if (side === "old") return inOldFile(line, earlier);
  const last = throughChanges(line, changes.slice(number + 1), forward);
  if (last !== null) return { side, line: last };
  // A later change has removed it. It may have been there before all of them.
  return inOldFile(line, changes.slice(0, number + 1).toReversed());
}

function inOldFile(line: number, earlier: readonly FileDiff[]): LinePosition | null {
  const found = throughChanges(line, earlier, backward);
  return found === null ? null : { side: "old", line: found };
}

type Step = (line: number, change: FileDiff) => number | null;

function throughChanges(line: number, changes: readonly FileDiff[], step: Step): number | null {
  return changes.reduce<number | null>((found, change) => (found === null ? null : step(found, change)), line);
}

const forward: Step = (line, change) =>
  moveLine(
    line,
    editsInFile(change).map(({ oldAt, oldLines, newLines }) => ({
      at: oldAt,
      from: oldLines.length,
      to: newLines.length,
    })),
  );

const backward: Step = (line, change) =>
  moveLine(
    line,
    editsInFile(change).map(({ newAt, oldLines, newLines }) => ({
      at: newAt,
      from: newLines.length,
      to: oldLines.length,
    })),
  );

/** Null when the line is one of those that were replaced. */
function moveLine(line: number, edits: readonly { at: number; from: number; to: number }[]): number | null {
  let shift = 0;
  for (const { at, from, to } of edits) {
    if (line <= at) break;
    if (line <= at + from) return null;
    shift += to - from;
  }
  return line + shift;
}
