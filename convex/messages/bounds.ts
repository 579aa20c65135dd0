/**
 * Of a message: a document holds 1 MiB, and a transaction that reads a message which streams reads all of its chunks. A
 * stream that has reached its bounds takes no more; the runner finishes it with the whole text, so that nothing is lost.
 */
export const messageBounds = { bytesMax: 900_000, chunksMax: 10_000 } as const;

/** A stream to which nothing has been added for so long is finished with what there is. */
export const silenceMs = 60 * 60 * 1000;
