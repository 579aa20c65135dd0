// Pages of what a search finds, best first. A page begins where the one before ended, by the database's own cursor: of the
// rows that are not written meanwhile none is shown twice and none left out, as far as what the words are worth stays as
// it was.
import type { DocumentByInfo, GenericTableInfo, OrderedQuery, PaginationResult } from "convex/server";
import { ConvexError } from "convex/values";
import { invalidCursor, openCursor, sealCursor } from "./cursors";
import type { SealedList } from "./cursors";
import type { Page, PageBounds, PageRequest } from "./pagination";

/** A search gives this many at most, over all its pages; the database gives few more and fails then. */
const resultsMax = 1000;

/** Of a page: as many of the largest rows as one transaction may read. The database does not weigh what a search reads. */
const rowsMax = 50;

export async function readSearchPage<Table extends GenericTableInfo, Shown>(
  list: SealedList,
  results: OrderedQuery<Table>,
  { limit, cursor }: PageRequest,
  bounds: PageBounds & { default: number },
  present: (row: DocumentByInfo<Table>) => Shown | Promise<Shown>,
): Promise<Page<Shown>> {
  const start = cursor === undefined ? { shown: 0, cursor: null } : await startAt(list, cursor);
  const numItems = Math.min(limit ?? bounds.default, rowsMax, resultsMax - start.shown);
  const { page, isDone, continueCursor } = await pageFrom(results, start.cursor, numItems);
  const shown = start.shown + page.length;
  const hasMore = !isDone && shown < resultsMax;
  return {
    data: await Promise.all(page.map(present)),
    nextCursor: hasMore ? await sealCursor(list, JSON.stringify([shown, continueCursor])) : null,
    hasMore,
  };
}

async function startAt(list: SealedList, sealed: string): Promise<{ shown: number; cursor: string }> {
  // The seal says that it is what was written above.
  const [shown, cursor] = JSON.parse(await openCursor(list, sealed)) as [number, string];
  return { shown, cursor };
}

/** Throws VALIDATION for a cursor that the database no longer knows, since the code behind the list has changed. */
async function pageFrom<Table extends GenericTableInfo>(
  results: OrderedQuery<Table>,
  cursor: string | null,
  numItems: number,
): Promise<PaginationResult<DocumentByInfo<Table>>> {
  try {
    return await results.paginate({ cursor, numItems });
  } catch (error) {
    if (error instanceof ConvexError && (error.data as { paginationError?: unknown }).paginationError !== undefined) {
      throw invalidCursor();
    }
    throw error;
  }
}
