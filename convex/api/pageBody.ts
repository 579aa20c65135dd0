// The body of a page, in the current and in the legacy envelope. Loaded by requests for lists. Pure.
import type { Exchange } from "./envelope";
import type { Page } from "./pagination";
import type { PageShape } from "./routes";

export function pageBody({ isLegacy, requestId }: Exchange, shape: PageShape, page: Page<unknown>): unknown {
  const { data, nextCursor, hasMore } = page;
  if (!isLegacy || shape.legacy === undefined) return shape.hasRequestId ? { ...page, requestId } : page;
  return shape.legacy === "bare" ? { data } : { data, pagination: { nextCursor, hasMore } };
}
