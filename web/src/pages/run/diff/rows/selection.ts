// Which lines of a diff are chosen. All of them are in one hunk.
import type { DiffLine } from "../parse/model";
import type { Row } from "./rows";
import type { HunkView } from "./views";

/** In two columns, lines of one side are chosen. */
export type Side = "both" | "old" | "new";

export interface Spot {
  hunk: HunkView;
  /** The number of the line in the hunk. */
  at: number;
  side: Side;
}

export interface Selection extends Spot {
  /** Where the selection began; `at` is where it is now. */
  from: number;
}

/** The first and the last line. */
export function boundsOf({ from, at }: Selection): [first: number, last: number] {
  return from < at ? [from, at] : [at, from];
}

export function isChosen(selection: Selection | null, hunk: HunkView, at: number | null): boolean {
  if (selection === null || selection.hunk !== hunk || at === null) return false;
  const [first, last] = boundsOf(selection);
  return first <= at && at <= last;
}

export function chosenLines(selection: Selection): DiffLine[] {
  const [first, last] = boundsOf(selection);
  const other = { both: null, old: "added", new: "removed" }[selection.side];
  return selection.hunk.hunk.lines.slice(first, last + 1).filter(({ kind }) => kind !== other);
}

/** The line that a row represents. In two columns it is that of the new file, if there is one. */
export function spotOf(row: Row | undefined): Spot | null {
  if (row?.kind === "line") return { hunk: row.hunk, at: row.at, side: "both" };
  if (row?.kind !== "pair") return null;
  if (row.new !== null) return { hunk: row.hunk, at: row.new, side: "new" };
  return row.old === null ? null : { hunk: row.hunk, at: row.old, side: "old" };
}

/** The number of the row with the chosen line. */
export function rowOf(rows: readonly Row[], { hunk, at }: Spot): number {
  return rows.findIndex((row) =>
    row.kind === "line"
      ? row.hunk === hunk && row.at === at
      : row.kind === "pair" && row.hunk === hunk && (row.old === at || row.new === at),
  );
}
