// How much the write-ahead log of the database may hold, and how long a reader may keep it from being emptied. SQLite
// appends every commit to the log and starts it over only when no reader is on a state that is still in it, so each of
// these bounds is also one on the disk that writing takes.

export interface LogBounds {
  /** Beyond it, the log is emptied at the first moment at which nobody reads. SQLite alone keeps it at half of this. */
  usualBytes: number;
  /**
   * Beyond it, a moment at which nobody reads is brought about: states that are held for later queries are dropped, new
   * writes wait for the queries that run, and those that take too long are ended.
   */
  largestBytes: number;
  /** The same while an export or the check of a push reads: ending it would cost more than the disk it takes. */
  largestBytesWhileLongReads: number;
  /** How long writes wait for the queries that run. A query of a function ends within a second by itself. */
  patienceMs: number;
  /** After a try that was in vain, since another process reads: how long until the next. */
  retryAfterMs: number;
  /** However little is in the log, it is emptied after this time: a start reads all of it, and a copy needs it. */
  oldestMs: number;
  /** No reader but an export or the check of a push holds a state for longer. */
  longestReadMs: number;
  /** How often the size of the log is looked at while commits come. */
  lookEveryMs: number;
}

const MEBIBYTE = 1024 * 1024;

export const usualLogBounds: LogBounds = {
  usualBytes: 64 * MEBIBYTE,
  largestBytes: 224 * MEBIBYTE,
  largestBytesWhileLongReads: 2048 * MEBIBYTE,
  patienceMs: 1_000,
  retryAfterMs: 60_000,
  oldestMs: 5 * 60_000,
  longestReadMs: 60_000,
  lookEveryMs: 250,
};
