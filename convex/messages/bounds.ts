// The values and bounds of messages. Data only.
import { hourMs } from "../lib/times";

/** A document holds 1 MiB, and reading a stream reads all chunks. The runner finishes a full stream as one text. */
export const messageBounds = { maxBytes: 900_000, maxChunks: 10_000 } as const;

/** When nothing was appended to a stream for this long, the clock finishes it with the text so far. */
export const silenceMs = hourMs;

export const messageRoles = ["user", "assistant", "system", "tool"] as const;
