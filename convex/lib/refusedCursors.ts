// The database takes a cursor only for the query that has returned it, which is over when code or an index has changed.
import { ConvexError } from "convex/values";

export function isRefusedCursor(error: unknown): boolean {
  return error instanceof ConvexError && (error.data as { paginationError?: unknown }).paginationError !== undefined;
}
