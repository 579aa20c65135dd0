// What a client may cost the servers: every bound is here, each with its reason. What is shared among clients follows
// one rule (`shares.ts`): nobody may hold more than what is still free, so one address gets at most half, and a
// newcomer always finds room. That is why the whole is generous: a thousand live clients of one machine, or of one
// proxy, are ordinary. Tests shorten the times and lower the sizes; everything else uses the defaults.

export interface ServerLimits {
  /** Connections of one host at a time, shared among addresses: each costs some 10 kB and a file descriptor. */
  maxConnections: number;
  /** Connections that are let in during a second, shared among addresses, while more come than can be accepted. */
  maxArrivalsPerSecond: number;
  /** Requests of one connection that wait for their answers: no client sends so many ahead, and each costs memory. */
  maxPipelined: number;
  /**
   * Bytes that clients make the servers hold, shared among addresses: bodies and messages that are half there or being
   * dealt with, arguments of subscriptions, answers that nobody reads. The heap must have room for them and the rest.
   */
  maxHeldBytes: number;
  /**
   * Bytes of a body or message that is read into memory. Convex takes 16 MiB of arguments and 20 MiB of HTTP bodies.
   */
  maxBodyBytes: number;
  /**
   * The same for a function call of whoever is nobody: room for the largest document, and parsing a megabyte takes 10
   * ms, in which nobody else is served.
   */
  maxStrangerBytes: number;
  /** Bytes of a deploy request, counted after decompression. */
  maxPushBytes: number;
  /** Bytes of one uploaded file. */
  maxUploadBytes: number;
  /** Bytes an HTTP action may answer with. */
  maxResponseBytes: number;
  /** Characters of a function's name: it is repeated in answers and in the log. */
  maxPathLength: number;
  /** Queries in one `/api/query_batch`, which all see one state: it is held while they run. */
  maxBatch: number;
  /** How long the work for one client may go on before others have a turn. */
  turnMs: number;
  /**
   * HTTP actions that run at a time, shared among addresses: one that streams or is held costs some 400 kB.
   */
  maxActions: number;
  /** The same for one Authorization header: a client that forgets its streams must not use up what is everybody's. */
  maxActionsPerCredential: number;
  /** Requests that wait for one of those to end. */
  maxWaitingActions: number;
  /** How long they wait before they are refused: short requests are over by then, streams and held ones are not. */
  actionPatienceMs: number;
  /** From the opening of a connection, or the first byte of a later request, to the end of the headers. */
  headersTimeoutMs: number;
  /** From the headers to the end of a body that is read into memory. */
  bodyTimeoutMs: number;
  /** How long an upload may stay silent, and how long a client may leave a reply unread. */
  stallTimeoutMs: number;
  /** How long a client whose body or connection was refused may take to read the answer before the connection ends. */
  lingerMs: number;
  /** How long a connection without a request stays open. */
  keepAliveTimeoutMs: number;
  /**
   * Clients of the live socket at a time, shared among addresses: fewer than connections, so that requests are served.
   */
  maxSyncClients: number;
  /** Queries that one client may be subscribed to. */
  maxQueriesPerClient: number;
  /** The same for a client that is nobody. */
  maxQueriesPerStranger: number;
  /** Bytes of the arguments of one client's queries. */
  maxArgumentBytesPerClient: number;
  /** Calls of one client that wait or run. */
  maxCallsPerClient: number;
  /** Bytes that may wait for one client of the live socket before it is dropped. */
  maxBacklogBytes: number;
  /** A longer transition is sent in pieces of so many characters. */
  transitionPieceLength: number;
  /** How often clients of the live socket are looked after, and asked whether they are there. */
  heartbeatMs: number;
  /** A client of the live socket that has been told nothing for so long is sent a Ping. */
  idlePingMs: number;
  /** A client of the live socket that has been silent for so long is dropped. */
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
  maxHeldBytes: 128 * MEBIBYTE,
  maxBodyBytes: 20 * MEBIBYTE,
  maxStrangerBytes: 2 * MEBIBYTE,
  maxPushBytes: 64 * MEBIBYTE,
  maxUploadBytes: 1024 * MEBIBYTE,
  maxResponseBytes: 20 * MEBIBYTE,
  maxPathLength: 1_000,
  maxBatch: 100,
  turnMs: 20,
  maxActions: 800,
  maxActionsPerCredential: 200,
  maxWaitingActions: 2_000,
  actionPatienceMs: 5_000,
  headersTimeoutMs: 20_000,
  bodyTimeoutMs: 60_000,
  stallTimeoutMs: 30_000,
  lingerMs: 1_000,
  keepAliveTimeoutMs: 65_000,
  maxSyncClients: 4_500,
  maxQueriesPerClient: 10_000,
  maxQueriesPerStranger: 1_000,
  maxArgumentBytesPerClient: 16 * MEBIBYTE,
  maxCallsPerClient: 1_000,
  maxBacklogBytes: 32 * MEBIBYTE,
  transitionPieceLength: 5_000_000,
  heartbeatMs: 5_000,
  idlePingMs: 15_000,
  silenceMs: 120_000,
  logPollMs: 60_000,
};
