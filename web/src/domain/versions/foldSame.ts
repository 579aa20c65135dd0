// Folds the lines that stay, except for a few around each change.
import type { DiffRow } from "./lineDiff";

export interface Stretch {
  kind: "shown" | "folded";
  rows: readonly DiffRow[];
}

const around = 3;
/** Fewer lines than this are not worth a fold. */
const leastFolded = 4;

export function foldSame(rows: readonly DiffRow[]): Stretch[] {
  const near = new Uint8Array(rows.length);
  for (const [place, { kind }] of rows.entries()) {
    if (kind === "changed") near.fill(1, Math.max(0, place - around), place + around + 1);
  }
  const stretches: Stretch[] = [];
  for (let start = 0; start < rows.length;) {
    let end = start;
    while (end < rows.length && near[end] === near[start]) end++;
    const isFolded = near[start] === 0 && end - start >= leastFolded;
    add(stretches, { kind: isFolded ? "folded" : "shown", rows: rows.slice(start, end) });
    start = end;
  }
  return stretches;
}

/** Joins what is shown with what was shown before it. */
function add(stretches: Stretch[], next: Stretch): void {
  const last = stretches.at(-1);
  if (last?.kind === "shown" && next.kind === "shown") last.rows = [...last.rows, ...next.rows];
  else stretches.push(next);
}
