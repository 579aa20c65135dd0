// The bounds for the size of the database's write-ahead log, and for how long a reader may keep the log from being
// emptied. SQLite appends every commit to the log. It restarts the log only when no reader uses a state that is still
// in the log. Each of these bounds therefore also bounds the disk space that writing takes.

import { memoryLimits } from "../memoryLimits";

export interface WalLimits {
  /** Above this size, the log is emptied as soon as nobody reads. SQLite alone aims at half of this size. */
  usualBytes: number;
  /**
   * Above this size, the log is emptied by force: states that are held for later queries are dropped, new writes wait
   * for the running queries, and queries that take too long are stopped.
   */
  maxBytes: number;
  /**
   * The same bound while an export or the check of a push reads. Ending such a read would cost more than the disk
   * space.
   */
  maxBytesWhileLongReads: number;
  /** How long writes wait for the running queries. A query of a function ends by itself within a second. */
  queryGraceMs: number;
  /** How long to wait after an attempt that failed because another process reads. */
  retryAfterMs: number;
  /**
   * After this time the log is emptied even when it is small. A start reads the whole log, and a copy of the database
   * needs the log too.
   */
  maxAgeMs: number;
  /** No reader holds a state for longer than this, except an export and the check of a push. */
  maxReadMs: number;
  /** How often the size of the log is checked while commits arrive. */
  checkEveryMs: number;
}

const MEBIBYTE = 1024 * 1024;

export const defaultWalLimits: WalLimits = {
  usualBytes: 64 * MEBIBYTE,
  maxBytes: memoryLimits.writeAheadLog,
  maxBytesWhileLongReads: 2048 * MEBIBYTE,
  queryGraceMs: 1_000,
  retryAfterMs: 60_000,
  maxAgeMs: 5 * 60_000,
  maxReadMs: 60_000,
  checkEveryMs: 250,
};
