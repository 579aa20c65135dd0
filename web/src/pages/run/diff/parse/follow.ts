// Where a line of one change is when that change is shown together with others, which came before and after it.
import { editsOf } from "./edits";
import type { FileDiff, Place } from "./model";

/** The changes of one file follow on one another, and the place is in that with this number. Null when it is gone. */
export function followed({ side, line }: Place, changes: readonly FileDiff[], number: number): Place | null {
  const earlier = changes.slice(0, number).toReversed();
  if (side === "old") return inFirst(line, earlier);
  const last = through(line, changes.slice(number + 1), forward);
  if (last !== null) return { side, line: last };
  // A later change has removed it. It may have been there before all of them.
  return inFirst(line, changes.slice(0, number + 1).toReversed());
}

function inFirst(line: number, earlier: readonly FileDiff[]): Place | null {
  const found = through(line, earlier, backward);
  return found === null ? null : { side: "old", line: found };
}

type Step = (line: number, change: FileDiff) => number | null;

function through(line: number, changes: readonly FileDiff[], step: Step): number | null {
  return changes.reduce<number | null>((found, change) => (found === null ? null : step(found, change)), line);
}

const forward: Step = (line, change) =>
  moved(
    line,
    editsOf(change).map(({ oldAt, oldLines, newLines }) => ({ at: oldAt, from: oldLines.length, to: newLines.length })),
  );

const backward: Step = (line, change) =>
  moved(
    line,
    editsOf(change).map(({ newAt, oldLines, newLines }) => ({ at: newAt, from: newLines.length, to: oldLines.length })),
  );

/** Null when the line is one of those that were replaced. */
function moved(line: number, edits: readonly { at: number; from: number; to: number }[]): number | null {
  let shift = 0;
  for (const { at, from, to } of edits) {
    if (line <= at) break;
    if (line <= at + from) return null;
    shift += to - from;
  }
  return line + shift;
}
