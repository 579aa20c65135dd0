// Folds the lines that stay, except for a few around each change.
import type { DiffRow } from "./lineDiff";

export interface RowGroup {
  kind: "shown" | "folded";
  rows: readonly DiffRow[];
}

const contextLines = 3;
/** Fewer lines than this are not worth a fold. */
const minFolded = 4;

export function foldEqualLines(rows: readonly DiffRow[]): RowGroup[] {
  const near = new Uint8Array(rows.length);
  for (const [index, { kind }] of rows.entries()) {
    if (kind === "changed") near.fill(1, Math.max(0, index - contextLines), index + contextLines + 1);
  }
  const groups: RowGroup[] = [];
  for (let start = 0; start < rows.length;) {
    let end = start;
    while (end < rows.length && near[end] === near[start]) end++;
    const isFolded = near[start] === 0 && end - start >= minFolded;
    add(groups, { kind: isFolded ? "folded" : "shown", rows: rows.slice(start, end) });
    start = end;
  }
  return groups;
}

/** Joins what is shown with what was shown before it. */
function add(stretches: RowGroup[], next: RowGroup): void {
  const last = stretches.at(-1);
  if (last?.kind === "shown" && next.kind === "shown") last.rows = [...last.rows, ...next.rows];
  else stretches.push(next);
}
