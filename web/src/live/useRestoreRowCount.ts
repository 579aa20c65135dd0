// Loads as many rows of a list as it had when somebody left the page to which they have come back.
import type { UsePaginatedQueryResult } from "convex/react";
import { useEffect, useLayoutEffect, useState } from "react";
import { formerRowCount, rememberRowCount, waitForRows } from "../urlState/scrollPositions";

/** The service returns no more rows than that at once. */
const maxPageLength = 100;

/** `list` names the list with its filters. Returns how many rows its first page should have. */
export function useFirstPageLength(list: string, usual: number): { firstPageLength: number; wanted: number } {
  const [{ wanted, of }] = useState(() => ({ of: list, wanted: formerRowCount(list) }));
  const former = of === list ? wanted : 0;
  return { firstPageLength: Math.min(Math.max(usual, former), Math.max(usual, maxPageLength)), wanted: former };
}

export function useRestoreRowCount(
  list: string,
  wanted: number,
  { results, status, loadMore }: UsePaginatedQueryResult<unknown>,
): void {
  const count = results.length;
  const isRestored = count >= wanted || status === "Exhausted";
  useLayoutEffect(() => (isRestored ? undefined : waitForRows(list)), [list, isRestored]);
  useEffect(() => {
    if (status === "CanLoadMore" && !isRestored) loadMore(Math.min(maxPageLength, wanted - count));
  }, [status, isRestored, wanted, count, loadMore]);
  useEffect(() => {
    if (isRestored && count > 0) rememberRowCount(list, count);
  }, [isRestored, list, count]);
}
