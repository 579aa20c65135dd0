// The bounds of what a client may cost the servers, each with its reason. Things that clients share follow one rule
// (`sharedCapacity.ts`): nobody may hold more than what is still free. So one address gets at most half, and something
// is left for every newcomer. Therefore the totals can be large: a thousand live clients on one machine, or behind one
// proxy, are normal. Tests shorten the times and lower the sizes. All other code uses the defaults.
import { memoryLimits } from "../memoryLimits";

export interface ServerLimits {
  /** Connections of one host at the same time, shared among addresses. Each costs some 10 kB and a file descriptor. */
  maxConnections: number;
  /** Connections that may enter in a second, shared among addresses, while more arrive than can be accepted. */
  maxArrivalsPerSecond: number;
  /**
   * Requests of one connection that wait for their answers. No real client sends this many ahead, and each costs
   * memory.
   */
  maxPipelined: number;
  /**
   * Bytes that clients make the servers hold, shared among addresses: bodies and messages that are incomplete or being
   * processed, arguments of subscriptions, answers that nobody reads. The heap must have room for them and the rest.
   */
  maxHeldBytes: number;
  /**
   * Bytes that have arrived from clients whose bytes are costly to parse, and wait, shared among addresses. 64 kB of
   * each may wait.
   */
  maxUnreadBytes: number;
  /**
   * The largest body or message that is read into memory, in bytes. Convex allows 16 MiB of arguments and 20 MiB of
   * HTTP bodies. Code hosts send messages of up to 25 MiB, and the application can refuse a larger one itself.
   */
  maxBodyBytes: number;
  /**
   * The largest body of a function call whose caller has not signed in. The largest document still fits. Parsing a
   * megabyte takes 10 ms, in which nobody else is served.
   */
  maxAnonymousBytes: number;
  /** The largest body that `/echo` returns: what `convex network-test` sends. Nobody parses it. */
  maxEchoBytes: number;
  /** The largest deploy request in bytes, counted after decompression. */
  maxPushBytes: number;
  /** The largest file in bytes that is uploaded with a token. */
  maxUploadBytes: number;
  /** The largest import, or part of one, in bytes. */
  maxImportBytes: number;
  /** The largest response of an HTTP action in bytes. */
  maxResponseBytes: number;
  /** The longest name of a function in characters. Answers and the log repeat the name. */
  maxPathLength: number;
  /** Queries in one `/api/query_batch`. They all read the same state, which is held while they run. */
  maxBatch: number;
  /** How long the work for one client may continue before others have a turn. */
  turnMs: number;
  /**
   * HTTP actions that run at the same time, shared among addresses. One that streams or is held costs some 30 kB in a
   * shared context, and 1 MB in one of its own.
   */
  maxActions: number;
  /**
   * HTTP actions that run at the same time with one Authorization header. A client that forgets its streams must not
   * use up the slots of all.
   */
  maxActionsPerCredential: number;
  /** HTTP actions that wait for a slot. */
  maxWaitingActions: number;
  /**
   * How long an HTTP action waits for a slot before it is refused. Short actions end in that time; streams and held
   * ones do not.
   */
  actionPatienceMs: number;
  /**
   * The time from the opening of a connection, or from the first byte of a later request, to the end of the headers.
   */
  headersTimeoutMs: number;
  /** The time from the headers to the end of a body that is read into memory. */
  bodyTimeoutMs: number;
  /** How long an upload may stay silent, and how long a client may leave a reply unread. */
  stallTimeoutMs: number;
  /** How long a client whose body or connection was refused may take to read the answer before the connection ends. */
  lingerMs: number;
  /** How long a connection without a request stays open. */
  keepAliveTimeoutMs: number;
  /**
   * Clients of the live socket at the same time, shared among addresses. There are fewer of them than connections, so
   * that ordinary requests are still served.
   */
  maxSyncClients: number;
  /** Queries that one client may be subscribed to. */
  maxQueriesPerClient: number;
  /** Queries that a client which has not signed in may be subscribed to. */
  maxQueriesPerAnonymous: number;
  /** The total size of the arguments of one client's queries, in bytes. */
  maxArgumentBytesPerClient: number;
  /** Calls of one client that wait or run. */
  maxCallsPerClient: number;
  /** Bytes that may wait for one client of the live socket before it is dropped. */
  maxBacklogBytes: number;
  /** A longer transition is sent in pieces of at most this many characters. */
  transitionPieceLength: number;
  /** How often the server checks the clients of the live socket, and asks whether they are still there. */
  heartbeatMs: number;
  /** A client of the live socket that has been sent nothing for this time is sent a Ping. */
  idlePingMs: number;
  /** A client of the live socket that has been silent for this time is dropped. */
  silenceMs: number;
  /** How long a reader of the function logs waits for the next entry. */
  logPollMs: number;
}

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

export const DEFAULT_LIMITS: ServerLimits = {
  maxConnections: 5_000,
  maxArrivalsPerSecond: 2_500,
  maxPipelined: 64,
  maxHeldBytes: memoryLimits.clientMemory,
  maxUnreadBytes: 32 * MEBIBYTE,
  maxBodyBytes: 26 * MEBIBYTE,
  maxAnonymousBytes: 2 * MEBIBYTE,
  maxEchoBytes: 4 * MEBIBYTE,
  maxPushBytes: 64 * MEBIBYTE,
  maxUploadBytes: 1024 * MEBIBYTE,
  maxImportBytes: 1024 * MEBIBYTE,
  maxResponseBytes: 20 * MEBIBYTE,
  maxPathLength: 1_000,
  maxBatch: 100,
  turnMs: 20,
  maxActions: 3_000,
  maxActionsPerCredential: 1_000,
  maxWaitingActions: 2_000,
  actionPatienceMs: 5_000,
  headersTimeoutMs: 20_000,
  bodyTimeoutMs: 60_000,
  stallTimeoutMs: 30_000,
  lingerMs: 1_000,
  keepAliveTimeoutMs: 65_000,
  maxSyncClients: 4_500,
  maxQueriesPerClient: 10_000,
  maxQueriesPerAnonymous: 1_000,
  maxArgumentBytesPerClient: 16 * MEBIBYTE,
  maxCallsPerClient: 1_000,
  maxBacklogBytes: 32 * MEBIBYTE,
  transitionPieceLength: 5_000_000,
  heartbeatMs: 5_000,
  idlePingMs: 15_000,
  silenceMs: 120_000,
  logPollMs: 60_000,
};
