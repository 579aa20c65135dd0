// Which words of a changed line are other than in the line that it replaces.

/** From the first character to behind the last. */
export type Range = readonly [from: number, to: number];

export interface WordChanges {
  removed: Range[];
  added: Range[];
}

/** Beyond this, a table of all pairs would take longer than a frame. */
const maxPairs = 40_000;
const maxLength = 2_000;

/** Null when the lines have too little in common: then every word would be marked, which says nothing. */
export function wordChanges(before: string, after: string): WordChanges | null {
  if (before.length > maxLength || after.length > maxLength) return null;
  const [old, young] = [splitWords(before), splitWords(after)];
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start++;
  let [oldEnd, youngEnd] = [old.length, young.length];
  while (oldEnd > start && youngEnd > start && old[oldEnd - 1] === young[youngEnd - 1]) {
    oldEnd--;
    youngEnd--;
  }
  const kept = commonWords(old.slice(start, oldEnd), young.slice(start, youngEnd));
  const inOld = new Set(kept.map(([index]) => index + start));
  const inYoung = new Set(kept.map(([, index]) => index + start));
  const isKept = (end: number, indexes: Set<number>) => (index: number) =>
    index < start || index >= end || indexes.has(index);
  const removed = changedRanges(old, isKept(oldEnd, inOld));
  const added = changedRanges(young, isKept(youngEnd, inYoung));
  const isSame = (ranges: Range[], text: string) => coveredLength(ranges, text) < 0.7 * text.trim().length;
  return isSame(removed, before) && isSame(added, after) ? { removed, added } : null;
}

function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

/** The longest common subsequence, as pairs of places. */
function commonWords(a: readonly string[], b: readonly string[]): [number, number][] {
  if (a.length === 0 || b.length === 0 || a.length * b.length > maxPairs) return [];
  const width = b.length + 1;
  const best = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => best[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      best[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

function changedRanges(words: readonly string[], isKept: (index: number) => boolean): Range[] {
  const ranges: [number, number][] = [];
  let from = 0;
  for (const [index, word] of words.entries()) {
    const to = from + word.length;
    const last = ranges.at(-1);
    if (!isKept(index)) {
      if (last?.[1] === from) last[1] = to;
      else ranges.push([from, to]);
    }
    from = to;
  }
  return ranges;
}

function coveredLength(ranges: readonly Range[], text: string): number {
  return ranges.reduce((sum, [from, to]) => sum + text.slice(from, to).trim().length, 0);
}
