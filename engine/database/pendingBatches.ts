// Batches that another thread writes into the file. Their mutations read a state of the file together with all that was
// written since, so the next batch runs while the one before it is on its way to the disk. One batch is on its way at a
// time; so the file never has more than the batches before it and, at some moment, itself.
import { memoryLimits } from "../memoryLimits";
import { BatchBuffer } from "../persistence/batchBuffer";
import { Committer } from "../persistence/committer";
import { writerPragmas } from "../persistence/databaseFormat";
import { RowCache } from "./rowCache";
import { lockRetryMs, lockWaitMs } from "./lockWait";
import { PendingRows } from "./pendingRows";
import { PendingWrites } from "./pendingWrites";
import { PendingStore, type ConnectionParts } from "./mutationStore";
import { RowWriter, type RowNumbers, type Rows } from "./rows";
import type { Snapshot, SnapshotPool } from "./readSnapshots";

/** Mutations read the same state of the file for this time, or until a quarter of what may be kept is written. */
const base = { maxMs: 1_000, maxBytes: memoryLimits.pendingWrites / 4 };

interface Parts {
  file: string;
  snapshots: SnapshotPool;
  numbers: RowNumbers;
  onOutcome: (failure: Error | null) => void;
  /** Opens a transaction on the writer's connection, in which the mutation continues that calls this. */
  moveToConnection: (until: number) => ConnectionParts;
}

export class PendingBatches {
  readonly buffer = new BatchBuffer();
  private readonly writes = new PendingWrites();
  private readonly rows: PendingRows;
  private readonly rowCache: RowCache;
  private readonly rowWriter: RowWriter;
  private readonly committer: Committer;
  /** Resolves when the thread can commit. */
  readonly ready: Promise<void>;
  private isReady = false;
  /** The state of the file that mutations read, with its time. */
  private base: { snapshot: Snapshot; takenAt: number } | null = null;
  /** The writes before this position are in the file. */
  private landedAt = 0;
  /** The end of the batch that is on its way. null: none is. */
  private sentUntil: number | null = null;

  constructor(private readonly parts: Parts) {
    this.rowWriter = new RowWriter(this.buffer);
    this.rowCache = new RowCache(() => this.file());
    this.rows = new PendingRows(this.writes, this.rowCache);
    let begun = (): void => undefined;
    this.ready = new Promise((resolve) => (begun = resolve));
    const onReady = (): void => {
      this.isReady = true;
      begun();
    };
    const { file, onOutcome } = parts;
    this.committer = new Committer({ file, setUp: writerPragmas, lockWaitMs, lockRetryMs, onReady, onOutcome });
  }

  get canTakeBatch(): boolean {
    return this.isReady;
  }

  get isBusy(): boolean {
    return this.sentUntil !== null;
  }

  /** The position after the last write. */
  get end(): number {
    return this.writes.end;
  }

  /** True when no more may be written until the batch is sent. */
  get isFull(): boolean {
    return this.writes.bytes >= memoryLimits.pendingWrites;
  }

  openStore(): PendingStore {
    return new PendingStore(this.rows, this.writes, this.parts.numbers, this.parts.moveToConnection);
  }

  /** Sends the writes that were not sent. The statements in `text` go with them. */
  send(): void {
    // Readers that come later must not see what the thread commits before this thread knows of it.
    this.file();
    this.parts.snapshots.freezeCurrent();
    this.writes.writeTo(this.rowWriter, this.landedAt, this.end);
    this.sentUntil = this.end;
    this.committer.send(this.buffer);
  }

  /** Blocks until the batch on its way has its outcome. */
  waitForOutcome(): void {
    this.committer.waitForOutcome();
  }

  /** The batch on its way is in the file, and new readers see it. */
  committed(): void {
    this.landedAt = this.sentUntil ?? this.landedAt;
    this.sentUntil = null;
    const isOld = this.base !== null && performance.now() - this.base.takenAt > base.maxMs;
    if (isOld || this.rows.isSlow || this.writes.bytes > base.maxBytes) this.releaseFile();
  }

  /** The batch on its way is not in the file, and what builds on it will not be either. */
  failed(): void {
    this.buffer.discard();
    this.forgetAll();
  }

  /** Writes what has not been sent on another connection, up to a position, and forgets it here. */
  writeTo(writer: RowWriter, until: number): void {
    this.writes.writeTo(writer, this.sentUntil ?? this.landedAt, until);
  }

  undoFrom(position: number): void {
    this.writes.undoFrom(position);
  }

  /** Forgets all that is pending: it is in the file, or it will never be. */
  forgetAll(): void {
    this.writes.forgetAll();
    this.rowCache.forgetAll();
    this.landedAt = this.end;
    this.sentUntil = null;
    this.parts.snapshots.unfreezeCurrent();
    this.releaseFile();
  }

  /** Lets go of the state of the file, so that its log can be emptied. Nothing may be on its way. */
  releaseFile(): void {
    if (this.base !== null) this.parts.snapshots.release(this.base.snapshot);
    this.base = null;
    this.rows.isSlow = false;
    // The state that is read next has all that has landed.
    for (const table of this.writes.forgetUntil(this.landedAt)) this.rowCache.forget(table);
  }

  async close(): Promise<void> {
    this.releaseFile();
    await this.committer.stop();
  }

  private file(): Rows {
    this.base ??= this.takeBase();
    return this.base.snapshot.rows;
  }

  private takeBase(): { snapshot: Snapshot; takenAt: number } {
    return { snapshot: this.parts.snapshots.acquire({ isLong: false }), takenAt: performance.now() };
  }
}
