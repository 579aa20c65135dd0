// Notifies readers when something that they have read is written. A commit looks up its readers by the indexes and
// keys that it wrote, so its cost does not depend on how many readers watch other data.
import { RangeIndex, type TextRange } from "./rangeIndex";
import type { Commit, KeyRange, ReadSet, WriteLog } from "./readSet";

export interface Watch {
  cancel(): void;
}

interface Watcher {
  readonly ranges: readonly { indexId: number; range: TextRange }[];
  readonly onStale: () => void;
}

export class Watches {
  private readonly byIndex = new Map<number, RangeIndex<Watcher>>();
  private readonly watchers = new Set<Watcher>();
  /** The version of everything except the data that results depend on, such as the code. */
  generation = 0;

  constructor(private readonly log: WriteLog) {}

  /**
   * Calls `onStale` once, when something is written into what was read at `ts`. If that has already happened, calls
   * it at once and returns null, because there is nothing to cancel.
   */
  watch(reads: ReadSet, ts: bigint, onStale: () => void): Watch | null {
    if (this.log.changedSince(ts, reads)) {
      onStale();
      return null;
    }
    const watcher: Watcher = { ranges: rangesOf(reads), onStale };
    this.watchers.add(watcher);
    for (const { indexId, range } of watcher.ranges) this.indexFor(indexId).add(range, watcher);
    return { cancel: () => this.forget(watcher) };
  }

  /** Notifies the readers of what these commits wrote. The commits must already be in the log of writes. */
  notifyReaders(commits: readonly Commit[]): void {
    const stale = new Set<Watcher>();
    for (const { writes } of commits) {
      for (const { indexId, key } of writes) {
        this.byIndex.get(indexId)?.find(key.toString("latin1"), (watcher) => stale.add(watcher));
      }
    }
    this.end(stale);
  }

  /** Makes all results out of date, because the code or its environment has changed. */
  notifyAll(): void {
    this.generation++;
    this.end([...this.watchers]);
  }

  private end(stale: Iterable<Watcher>): void {
    for (const watcher of stale) this.forget(watcher);
    for (const { onStale } of stale) onStale();
  }

  private forget(watcher: Watcher): void {
    if (!this.watchers.delete(watcher)) return;
    for (const { indexId, range } of watcher.ranges) {
      const index = this.indexFor(indexId);
      index.remove(range, watcher);
      if (index.isEmpty) this.byIndex.delete(indexId);
    }
  }

  private indexFor(indexId: number): RangeIndex<Watcher> {
    let index = this.byIndex.get(indexId);
    if (index === undefined) this.byIndex.set(indexId, (index = new RangeIndex()));
    return index;
  }
}

/** Merges the ranges of a read set, so that no key is in two ranges, however often it was read. */
function rangesOf(reads: ReadSet): { indexId: number; range: TextRange }[] {
  const ranges: { indexId: number; range: TextRange }[] = [];
  for (const [indexId, read] of reads.byIndex()) {
    for (const range of mergeRanges(read.map(asText))) ranges.push({ indexId, range });
  }
  return ranges;
}

function mergeRanges(ranges: TextRange[]): TextRange[] {
  if (ranges.length < 2) return ranges;
  const result: TextRange[] = [];
  for (const range of ranges.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    const last = result.at(-1);
    if (last === undefined || (last.to !== null && last.to < range.from)) result.push(range);
    else if (last.to !== null && (range.to === null || range.to > last.to)) {
      result[result.length - 1] = { from: last.from, to: range.to };
    }
  }
  return result;
}

function asText({ from, to }: KeyRange): TextRange {
  return { from: from.toString("latin1"), to: to === null ? null : to.toString("latin1") };
}
