// The values and bounds of messages. Data only.
import { hourMs } from "../lib/times";

/** A document holds 1 MiB, and reading a stream reads all chunks. The runner finishes a full stream as one text. */
export const messageBounds = { maxBytes: 900_000, maxChunks: 10_000 } as const;

/** When nothing was appended to a stream for this long, the clock finishes it with the text so far. */
export const maxSilenceMs = hourMs;

/** What a message is. One without a kind is a `text`. */
export const messageKinds = ["text", "thought", "tool", "plan", "notice"] as const;

/** The limits on what the runner adds to the text of a message: in characters, and in bytes of JSON. */
export const maxTitleLength = 200;
export const maxDataBytes = 16_384;

export const messageRoles = ["user", "assistant", "system", "tool"] as const;
