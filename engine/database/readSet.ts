// What a function has read, as ranges of index keys, and what commits have written, as index keys. Comparing the two
// says whether a result still holds. A read of one document is a range of by_id with one key in it.
import { heldKey } from "./heldKeys";

/** `from` is included, `to` is not; null means unbounded above. */
export interface KeyRange {
  readonly from: Buffer;
  readonly to: Buffer | null;
}

/** With more ranges than these, most of what the pools hold is of the same read set. */
const mostRangesToMove = 32;

export class ReadSet {
  /** How many ranges there are. */
  size = 0;
  private readonly ranges = new Map<number, KeyRange[]>();

  add(indexId: number, range: KeyRange): void {
    this.size++;
    const known = this.ranges.get(indexId);
    if (known === undefined) this.ranges.set(indexId, [range]);
    else known.push(range);
  }

  /** For one that is kept for long: it holds no memory but that of its own keys. */
  settle(): void {
    if (this.size > mostRangesToMove) return;
    for (const [indexId, ranges] of this.ranges) this.ranges.set(indexId, ranges.map(settled));
  }

  byIndex(): Iterable<[indexId: number, ranges: readonly KeyRange[]]> {
    return this.ranges;
  }

  touches(indexId: number, key: Buffer): boolean {
    const ranges = this.ranges.get(indexId);
    return ranges !== undefined && ranges.some((range) => contains(range, key));
  }

  touchedBy(writes: readonly IndexWrite[]): boolean {
    return writes.some((write) => this.touches(write.indexId, write.key));
  }

  /** The index of the first write into what was read. */
  firstTouchedBy(writes: readonly IndexWrite[]): number | undefined {
    return writes.find((write) => this.touches(write.indexId, write.key))?.indexId;
  }
}

function settled({ from, to }: KeyRange): KeyRange {
  return { from: heldKey(from), to: to === null ? null : heldKey(to) };
}

function contains(range: KeyRange, key: Buffer): boolean {
  return Buffer.compare(key, range.from) >= 0 && (range.to === null || Buffer.compare(key, range.to) < 0);
}

/** A key that a commit added to an index or took out of it. */
export interface IndexWrite {
  readonly indexId: number;
  readonly key: Buffer;
}

export interface Commit {
  readonly ts: bigint;
  readonly writes: readonly IndexWrite[];
}

/** The latest commits, oldest first. What is older than the log is answered with "may have changed". */
export class WriteLog {
  private commits: Commit[] = [];
  private keys = 0;
  private forgottenThrough: bigint;

  constructor(
    startTs: bigint,
    private readonly capacityInKeys = 100_000,
  ) {
    this.forgottenThrough = startTs;
  }

  append(commit: Commit): void {
    if (commit.writes.length === 0) return;
    this.commits.push(commit);
    this.keys += commit.writes.length;
    if (this.keys > this.capacityInKeys) this.forgetOldHalf();
  }

  /** Has anything that was read at `ts` been written since? */
  changedSince(ts: bigint, reads: ReadSet): boolean {
    if (ts < this.forgottenThrough) return true;
    for (let at = this.commits.length - 1; at >= 0; at--) {
      const commit = this.commits[at];
      if (commit === undefined || commit.ts <= ts) return false;
      if (reads.touchedBy(commit.writes)) return true;
    }
    return false;
  }

  /** The index that `changedSince` finds something written in; undefined when the log does not say. */
  indexWrittenSince(ts: bigint, reads: ReadSet): number | undefined {
    const later = this.commits.filter((commit) => commit.ts > ts);
    return reads.firstTouchedBy(later.flatMap(({ writes }) => writes));
  }

  private forgetOldHalf(): void {
    const dropped = this.commits.splice(0, Math.ceil(this.commits.length / 2));
    this.keys -= dropped.reduce((sum, commit) => sum + commit.writes.length, 0);
    this.forgottenThrough = dropped.at(-1)?.ts ?? this.forgottenThrough;
  }
}
