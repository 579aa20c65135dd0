import type { PaginationOptions } from "convex/server";

const pageLengthMax = 100;

/** A client may ask for any number of rows. */
export function bounded(options: PaginationOptions): PaginationOptions {
  return { ...options, numItems: Math.min(options.numItems, pageLengthMax) };
}
