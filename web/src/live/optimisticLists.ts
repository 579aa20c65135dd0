// Changes of lists that are shown before the service has answered. Convex takes them back when it refuses.
import type { OptimisticLocalStore } from "convex/browser";
import type { PaginatedQueryItem, PaginatedQueryReference } from "convex/react";
import type { PaginationResult } from "convex/server";

/** Changes rows in every page of a list that is shown. A row for which `change` returns null leaves the list. */
export function changeInLists<Asked extends PaginatedQueryReference>(
  store: OptimisticLocalStore,
  list: Asked,
  change: (row: PaginatedQueryItem<Asked>) => PaginatedQueryItem<Asked> | null,
): void {
  for (const { args, value } of store.getAllQueries(list)) {
    const shown: PaginationResult<PaginatedQueryItem<Asked>> | undefined = value;
    if (shown === undefined) continue;
    const page = shown.page.flatMap((row) => change(row) ?? []);
    const isSame = page.length === shown.page.length && page.every((row, index) => row === shown.page[index]);
    if (!isSame) store.setQuery(list, args, { ...shown, page });
  }
}
