// Which lines of a diff are chosen. All of them are in one hunk.
import type { DiffLine } from "../parse/diffModel";
import type { Row } from "./diffRows";
import type { HunkView } from "./fileViews";

/** In two columns, lines of one side are chosen. */
export type Side = "both" | "old" | "new";

export interface Spot {
  hunk: HunkView;
  /** The number of the line in the hunk. */
  at: number;
  side: Side;
}

export interface LineSelection extends Spot {
  /** Where the selection began; `at` is where it is now. */
  from: number;
}

/** The first and the last line. */
export function selectionBounds({ from, at }: LineSelection): [first: number, last: number] {
  return from < at ? [from, at] : [at, from];
}

export function isLineSelected(selection: LineSelection | null, hunk: HunkView, at: number | null): boolean {
  if (selection === null || selection.hunk !== hunk || at === null) return false;
  const [first, last] = selectionBounds(selection);
  return first <= at && at <= last;
}

export function selectedLines(selection: LineSelection): DiffLine[] {
  const [first, last] = selectionBounds(selection);
  const other = { both: null, old: "added", new: "removed" }[selection.side];
  return selection.hunk.hunk.lines.slice(first, last + 1).filter(({ kind }) => kind !== other);
}

/** The line that a row represents. In two columns it is that of the new file, if there is one. */
export function spotOfRow(row: Row | undefined): Spot | null {
  if (row?.kind === "line") return { hunk: row.hunk, at: row.at, side: "both" };
  if (row?.kind !== "pair") return null;
  if (row.new !== null) return { hunk: row.hunk, at: row.new, side: "new" };
  return row.old === null ? null : { hunk: row.hunk, at: row.old, side: "old" };
}

/** The number of the row with the chosen line. */
export function rowOfSpot(rows: readonly Row[], { hunk, at }: Spot): number {
  return rows.findIndex((row) =>
    row.kind === "line"
      ? row.hunk === hunk && row.at === at
      : row.kind === "pair" && row.hunk === hunk && (row.old === at || row.new === at),
  );
}
