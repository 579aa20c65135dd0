// Records what a function has read, as ranges of index keys, and what commits have written, as index keys. Comparing
// the two shows whether a result is still valid. A read of one document is a range of by_id that contains one key.
import { memoryLimits } from "../memoryLimits";
import { copyKey } from "./keyCopies";

/** A range of keys. `from` is included and `to` is not; null means that there is no upper bound. */
export interface KeyRange {
  readonly from: Buffer;
  readonly to: Buffer | null;
}

/**
 * A read set with more ranges than this keeps its keys where they are: its own keys fill most of the memory pools
 * that it holds.
 */
const maxRangesToMove = 32;

export class ReadSet {
  /** The number of ranges in the read set. */
  size = 0;
  private readonly ranges = new Map<number, KeyRange[]>();

  add(indexId: number, range: KeyRange): void {
    this.size++;
    const known = this.ranges.get(indexId);
    if (known === undefined) this.ranges.set(indexId, [range]);
    else known.push(range);
  }

  /** Copies the keys of a read set that is kept for long, so that it keeps no other memory alive. */
  copyKeys(): void {
    if (this.size > maxRangesToMove) return;
    for (const [indexId, ranges] of this.ranges) this.ranges.set(indexId, ranges.map(withCopiedKeys));
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

  /** Returns the index of the first write into a range that was read. */
  firstTouchedBy(writes: readonly IndexWrite[]): number | undefined {
    return writes.find((write) => this.touches(write.indexId, write.key))?.indexId;
  }
}

function withCopiedKeys({ from, to }: KeyRange): KeyRange {
  return { from: copyKey(from), to: to === null ? null : copyKey(to) };
}

function contains(range: KeyRange, key: Buffer): boolean {
  return Buffer.compare(key, range.from) >= 0 && (range.to === null || Buffer.compare(key, range.to) < 0);
}

/** A key that a commit added to an index or removed from it. */
export interface IndexWrite {
  readonly indexId: number;
  readonly key: Buffer;
}

export interface Commit {
  readonly ts: bigint;
  readonly writes: readonly IndexWrite[];
}

/** The latest commits, oldest first. For times before its beginning, the log answers "may have changed". */
export class WriteLog {
  private commits: Commit[] = [];
  private bytes = 0;
  private forgottenThrough: bigint;

  constructor(
    startTs: bigint,
    private readonly maxBytes: number = memoryLimits.writtenKeys,
  ) {
    this.forgottenThrough = startTs;
  }

  /** An estimate of the memory that the log holds. */
  get usedBytes(): number {
    return this.bytes;
  }

  append(commit: Commit): void {
    if (commit.writes.length === 0) return;
    this.commits.push(commit);
    this.bytes += bytesOf(commit);
    while (this.bytes > this.maxBytes) this.forgetOldHalf();
  }

  /** Returns true if something that was read at `ts` has been written since, or may have been. */
  changedSince(ts: bigint, reads: ReadSet): boolean {
    if (ts < this.forgottenThrough) return true;
    for (let at = this.commits.length - 1; at >= 0; at--) {
      const commit = this.commits[at];
      if (commit === undefined || commit.ts <= ts) return false;
      if (reads.touchedBy(commit.writes)) return true;
    }
    return false;
  }

  /**
   * Returns the index with the write that `changedSince` found. Returns undefined when the log does not go back far
   * enough.
   */
  indexWrittenSince(ts: bigint, reads: ReadSet): number | undefined {
    const later = this.commits.filter((commit) => commit.ts > ts);
    return reads.firstTouchedBy(later.flatMap(({ writes }) => writes));
  }

  private forgetOldHalf(): void {
    const dropped = this.commits.splice(0, Math.ceil(this.commits.length / 2));
    for (const commit of dropped) this.bytes -= bytesOf(commit);
    this.forgottenThrough = dropped.at(-1)?.ts ?? this.forgottenThrough;
  }
}

/** The objects of a written key, without the bytes of the key. */
const bytesOfWrite = 200;

function bytesOf({ writes }: Commit): number {
  let bytes = 0;
  for (const { key } of writes) bytes += bytesOfWrite + key.length;
  return bytes;
}
