// Which lines of a text became which lines of another, by the algorithm of Myers: the fewest removed and added lines.
// Texts that differ too much would take long and give no readable result, so all of their lines count as changed.

export interface Line {
  /** From 1. */
  number: number;
  text: string;
}

export type DiffRow =
  | { kind: "same"; left: Line; right: Line }
  /** A line that was removed, added or replaced, beside its counterpart where it has one. */
  | { kind: "changed"; left: Line | null; right: Line | null };

/** With this many changed lines the work takes about a tenth of a second. */
const maxChanges = 1_500;

export function lineDiff(before: string, after: string, most = maxChanges): DiffRow[] {
  const [left, right] = [linesOf(before), linesOf(after)];
  const start = commonAtStart(left, right);
  const end = commonAtEnd(left, right, start);
  const same = (leftAt: number, rightAt: number): DiffRow => ({
    kind: "same",
    left: lineAt(left, leftAt),
    right: lineAt(right, rightAt),
  });
  // Rows are added one by one: a call takes no more arguments than its stack holds.
  const rows: DiffRow[] = [];
  for (let at = 0; at < start; at++) rows.push(same(at, at));
  const [leftEnd, rightEnd] = [left.length - end, right.length - end];
  let [leftAt, rightAt] = [start, start];
  for (const [leftPair, rightPair] of matchingLines(left.slice(start, leftEnd), right.slice(start, rightEnd), most)) {
    const [leftNext, rightNext] = [start + leftPair, start + rightPair];
    for (const row of changedRows(left, right, { leftAt, rightAt, leftEnd: leftNext, rightEnd: rightNext })) {
      rows.push(row);
    }
    rows.push(same(leftNext, rightNext));
    [leftAt, rightAt] = [leftNext + 1, rightNext + 1];
  }
  for (const row of changedRows(left, right, { leftAt, rightAt, leftEnd, rightEnd })) rows.push(row);
  for (let at = end; at > 0; at--) rows.push(same(left.length - at, right.length - at));
  return rows;
}

/** An empty text has no lines, and a line break at the end begins none. */
function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split(/\r\n|\n|\r/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function lineAt(lines: readonly string[], at: number): Line {
  return { number: at + 1, text: lines[at] ?? "" };
}

function commonAtStart(left: readonly string[], right: readonly string[]): number {
  const most = Math.min(left.length, right.length);
  let count = 0;
  while (count < most && left[count] === right[count]) count++;
  return count;
}

function commonAtEnd(left: readonly string[], right: readonly string[], start: number): number {
  const most = Math.min(left.length, right.length) - start;
  let count = 0;
  while (count < most && left[left.length - 1 - count] === right[right.length - 1 - count]) count++;
  return count;
}

interface LineRange {
  leftAt: number;
  leftEnd: number;
  rightAt: number;
  rightEnd: number;
}

function changedRows(
  left: readonly string[],
  right: readonly string[],
  { leftAt, leftEnd, rightAt, rightEnd }: LineRange,
): DiffRow[] {
  const length = Math.max(leftEnd - leftAt, rightEnd - rightAt);
  return Array.from({ length }, (_, step) => ({
    kind: "changed" as const,
    left: leftAt + step < leftEnd ? lineAt(left, leftAt + step) : null,
    right: rightAt + step < rightEnd ? lineAt(right, rightAt + step) : null,
  }));
}

/** The places of the lines that stay, in order. Empty when there are more than `most` changes. */
export function matchingLines(left: readonly string[], right: readonly string[], most: number): [number, number][] {
  const reached: Int32Array[] = [];
  const offset = most + 1;
  const furthest = new Int32Array(2 * most + 3);
  for (let changes = 0; changes <= Math.min(most, left.length + right.length); changes++) {
    reached.push(furthest.slice(offset - changes - 1, offset + changes + 2));
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const [above, below] = [furthest[offset + diagonal + 1] ?? 0, furthest[offset + diagonal - 1] ?? 0];
      const goesDown = diagonal === -changes || (diagonal !== changes && below < above);
      let at = goesDown ? above : below + 1;
      while (at < left.length && at - diagonal < right.length && left[at] === right[at - diagonal]) at++;
      furthest[offset + diagonal] = at;
      if (at >= left.length && at - diagonal >= right.length) return tracePairs(reached, left.length, right.length);
    }
  }
  return [];
}

/** Follows the way that reached the end back to the start. */
function tracePairs(reached: readonly Int32Array[], leftLength: number, rightLength: number): [number, number][] {
  const pairs: [number, number][] = [];
  let [leftAt, rightAt] = [leftLength, rightLength];
  for (let changes = reached.length - 1; changes >= 0; changes--) {
    const former = reached[changes] ?? new Int32Array();
    const reachedOn = (diagonal: number) => former[diagonal + changes + 1] ?? 0;
    const diagonal = leftAt - rightAt;
    const goesDown =
      diagonal === -changes || (diagonal !== changes && reachedOn(diagonal - 1) < reachedOn(diagonal + 1));
    const cameFrom = goesDown ? diagonal + 1 : diagonal - 1;
    const leftBefore = changes === 0 ? 0 : reachedOn(cameFrom);
    const rightBefore = changes === 0 ? 0 : leftBefore - cameFrom;
    while (leftAt > leftBefore && rightAt > rightBefore) pairs.push([--leftAt, --rightAt]);
    [leftAt, rightAt] = [leftBefore, rightBefore];
  }
  return pairs.toReversed();
}
