// How many bytes each cache and each log of the engine may keep. All of them read their bounds here, and the table in
// docs/performance.md shows them. What single requests use is bounded elsewhere: server/limits.ts and
// database/limits.ts.
const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

export const memoryLimits = {
  /** Results of queries, until something that they read is written. */
  queryResults: 16 * MEBIBYTE,
  /** Queries of actions by their text, of each component. */
  parsedQueries: 8 * MEBIBYTE,
  /** The log of functions that `npx convex logs` reads. */
  functionLog: 4 * MEBIBYTE,
  /** The index keys of the latest commits, with which a result is compared to see whether it still holds. */
  writtenKeys: 24 * MEBIBYTE,
  /** The identities of verified tokens. */
  verifiedTokens: 8 * MEBIBYTE,
  /** Addresses of clients, and whether they are trusted proxies. */
  clientAddresses: 256 * KIBIBYTE,
  /** Names of headers in lower case. */
  headerNames: 512 * KIBIBYTE,
  /** Digests of values of filter fields. */
  searchDigests: 1 * MEBIBYTE,
  /** What mutations have written and the commit thread has not, or what readers of the file do not see yet. */
  pendingWrites: 8 * MEBIBYTE,
  /** What mutations have read from the file. */
  rowCache: 4 * MEBIBYTE,
  /** The memory in which batches are handed to the commit thread. The thread has a copy of the same size. */
  batchBuffer: 8 * MEBIBYTE,
  /** SQLite's pages of the connection that commits. */
  writerPages: 32 * MEBIBYTE,
  /** SQLite's pages of the writer's own connection, when a thread commits. */
  idleWriterPages: 4 * MEBIBYTE,
  /** SQLite's pages of each connection that reads. Two idle ones keep theirs. */
  readerPages: 16 * MEBIBYTE,
  /** Contexts of functions that wait for their next run. After half a minute, an eighth of them is left. */
  idleContexts: 16 * MEBIBYTE,
  /** What clients make the servers hold: bodies, arguments of subscriptions, answers that nobody reads. */
  clientMemory: 128 * MEBIBYTE,
  /** On disk: the write-ahead log, unless an export or the check of a push reads. */
  writeAheadLog: 224 * MEBIBYTE,
} as const;
