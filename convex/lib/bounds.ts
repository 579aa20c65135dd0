// Bounds of what requests may bring, where a number of characters of one text is not what counts.
import * as z from "zod/mini";

/** In UTF-8. */
export const bytesAtMost = (most: number) =>
  z.refine<string>((text) => new TextEncoder().encode(text).length <= most, `must have at most ${most} bytes`);

/** As JSON, in characters. */
export const jsonAtMost = (most: number) =>
  z.refine((value: unknown) => JSON.stringify(value).length <= most, `must have at most ${most} characters as JSON`);
