// What a client may cost the servers. Tests shorten the times; everything else uses the defaults.

export interface ServerLimits {
  /** Connections of one host at a time; further ones are closed at once. */
  maxConnections: number;
  /** Bytes of a body that is read into memory: function calls and HTTP actions. */
  maxBodyBytes: number;
  /** Bytes of a deploy request, counted after decompression. */
  maxPushBytes: number;
  /** Bytes of one uploaded file. */
  maxUploadBytes: number;
  /** Bytes an HTTP action may answer with. */
  maxResponseBytes: number;
  /** From the opening of a connection, or the first byte of a later request, to the end of the headers. */
  headersTimeoutMs: number;
  /** From the headers to the end of a body that is read into memory. */
  bodyTimeoutMs: number;
  /** How long an upload may stay silent, and how long a client may leave a reply unread. */
  stallTimeoutMs: number;
  /** How long a client whose body was refused may take to read the answer before the connection ends. */
  lingerMs: number;
  /** How long a connection without a request stays open. */
  keepAliveTimeoutMs: number;
  /** Clients of the live socket at a time; further ones are refused. */
  maxSyncClients: number;
  /** Queries that one client may be subscribed to. */
  maxQueriesPerClient: number;
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

const MEBIBYTE = 1024 * 1024;

export const DEFAULT_LIMITS: ServerLimits = {
  maxConnections: 5_000,
  maxBodyBytes: 20 * MEBIBYTE,
  maxPushBytes: 64 * MEBIBYTE,
  maxUploadBytes: 1024 * MEBIBYTE,
  maxResponseBytes: 20 * MEBIBYTE,
  headersTimeoutMs: 20_000,
  bodyTimeoutMs: 60_000,
  stallTimeoutMs: 30_000,
  lingerMs: 1_000,
  keepAliveTimeoutMs: 65_000,
  maxSyncClients: 4_500,
  maxQueriesPerClient: 10_000,
  maxCallsPerClient: 1_000,
  maxBacklogBytes: 32 * MEBIBYTE,
  transitionPieceLength: 5_000_000,
  heartbeatMs: 5_000,
  idlePingMs: 15_000,
  silenceMs: 120_000,
  logPollMs: 60_000,
};
