// Keeps the write-ahead log of the database within its bounds of size and age: it moves the commits into the database
// file and truncates the log. See walLimits.ts.
import { announceLongWork } from "../loop/heartbeat";
import fs from "node:fs";
import type { Connection, Statement } from "../persistence/connection";
import type { WalLimits } from "./walLimits";
import type { SnapshotPool } from "./readSnapshots";

export class WalKeeper {
  private readonly checkpoint: Statement<[busy: number, frames: number, moved: number]>;
  private readonly timer: NodeJS.Timeout;
  private emptiedAt = performance.now();
  private nextCheck = 0;
  /** The size of the log at the last look, or 0 after an attempt to empty it. */
  private seenBytes = 0;
  private nextForce = 0;

  constructor(
    private readonly walFile: string,
    /**
     * The checkpoint uses another connection than the writer. If a batch is open, it fails and is tried again later.
     */
    private readonly connection: Connection,
    private readonly snapshots: SnapshotPool,
    private readonly limits: WalLimits,
    private readonly warn: (message: string) => void,
    /** Makes the writer let go of the state that it reads from the file, unless a batch is on its way there. */
    private readonly releaseWriter: () => void,
  ) {
    this.checkpoint = connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)");
    const tickMs = Math.min(limits.maxReadMs, limits.maxAgeMs) / 12;
    this.timer = setInterval(() => this.checkAges(), tickMs).unref();
  }

  /** The writer calls this between two batches. The next batch waits for the returned promise. */
  afterCommit(): Promise<void> | null {
    const now = performance.now();
    if (now >= this.nextCheck) {
      this.nextCheck = now + this.limits.checkEveryMs;
      this.seenBytes = this.bytes();
    }
    const { usualBytes, maxBytes, maxBytesWhileLongReads } = this.limits;
    if (this.seenBytes < usualBytes) return null;
    this.releaseWriter();
    this.snapshots.renew();
    const largest = this.snapshots.hasLongReads() ? maxBytesWhileLongReads : maxBytes;
    const isForced = this.seenBytes >= largest && now >= this.nextForce;
    // While somebody reads, an attempt would cost time for nothing. The next batch is soon, and looks again.
    if (!isForced && this.snapshots.hasReaders()) return null;
    this.seenBytes = 0;
    if (isForced) return this.emptyByForce();
    this.tryToEmpty();
    return null;
  }

  close(): void {
    clearInterval(this.timer);
    this.connection.close();
  }

  /** Returns the size of the log file, which never shrinks by itself. */
  private bytes(): number {
    return fs.statSync(this.walFile, { throwIfNoEntry: false })?.size ?? 0;
  }

  private checkAges(): void {
    const { maxReadMs, maxAgeMs } = this.limits;
    // Readers share a snapshot until the next commit. Renewing it here bounds the age of the snapshot that a new
    // reader gets.
    this.releaseWriter();
    this.snapshots.renew();
    this.snapshots.expire({ heldForMs: maxReadMs, longReadsToo: false });
    if (performance.now() - this.emptiedAt > maxAgeMs && this.bytes() > 0) this.tryToEmpty();
  }

  /** Returns false if a reader uses a state in the log, a batch is open, or the disk has no room for the checkpoint. */
  private tryToEmpty(): boolean {
    announceLongWork();
    try {
      const isEmpty = this.checkpoint.get()?.[0] === 0;
      if (isEmpty) this.emptiedAt = performance.now();
      return isEmpty;
    } catch {
      // The next write will report the same trouble. The committed data is safe in the log.
      return false;
    }
  }

  /**
   * Empties the log even though queries run. As soon as all commits are in the database file, new readers read there
   * and no longer need the log. So it is enough to wait until the readers that began before have ended.
   */
  private async emptyByForce(): Promise<void> {
    const { queryGraceMs, retryAfterMs } = this.limits;
    const begun = performance.now();
    this.snapshots.renew();
    this.snapshots.expire({ heldForMs: queryGraceMs, longReadsToo: true });
    for (let isEmpty = this.tryToEmpty(); !isEmpty; isEmpty = this.tryToEmpty()) {
      if (performance.now() - begun > 2 * queryGraceMs) {
        this.nextForce = performance.now() + retryAfterMs;
        this.warn(`The log of the database has ${this.bytes()} bytes and cannot be emptied: another process reads it.`);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
      this.snapshots.renew();
      if (performance.now() - begun > queryGraceMs) this.snapshots.expire({ heldForMs: 0, longReadsToo: true });
    }
  }
}
