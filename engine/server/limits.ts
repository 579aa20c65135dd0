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
  logPollMs: 60_000,
};
