// The length of live lists that have no pages.
import { invalid } from "../lib/errors";

/** Throws VALIDATION. Without a limit the list is as long as it may be. */
export function requireLimit(limit: number | undefined, max: number): number {
  if (limit === undefined) return max;
  if (Number.isInteger(limit) && limit >= 1 && limit <= max) return limit;
  throw invalid("limit", `limit must be an integer from 1 to ${max}.`);
}
