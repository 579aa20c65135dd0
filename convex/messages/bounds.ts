import { hourMs } from "../lib/times";

/**
 * The bounds of a message: a document holds 1 MiB, and reading a message that streams means reading all of its chunks.
 * A stream that has reached its bounds accepts no more chunks. The runner then finishes it with the whole text, so
 * nothing is lost.
 */
export const messageBounds = { maxBytes: 900_000, maxChunks: 10_000 } as const;

/** When nothing was appended to a stream for this long, the clock finishes it with the text so far. */
export const silenceMs = hourMs;
