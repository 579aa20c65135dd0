// Pages of search results, best match first. The database's own cursor says where a page begins. Rows are neither
// repeated nor missed while nobody writes them and the ranking of the words stays the same.
import type { DocumentByInfo, GenericTableInfo, OrderedQuery, PaginationResult } from "convex/server";
import { ConvexError } from "convex/values";
import { invalidCursor, openCursor, sealCursor } from "./cursors";
import type { CursorList } from "./cursors";
import type { Page, PageBounds, PageRequest } from "./pagination";

/** A search shows at most this many rows over all its pages. The database fails a little beyond this number. */
const maxResults = 1000;

/** The most rows of a page: even the largest then fit into a transaction, which the database does not check here. */
const maxRows = 50;

export async function readSearchPage<Table extends GenericTableInfo, Shown>(
  list: CursorList,
  results: OrderedQuery<Table>,
  { limit, cursor }: PageRequest,
  bounds: PageBounds & { default: number },
  present: (row: DocumentByInfo<Table>) => Shown | Promise<Shown>,
): Promise<Page<Shown>> {
  const start = cursor === undefined ? { shown: 0, cursor: null } : await startAt(list, cursor);
  const numItems = Math.min(limit ?? bounds.default, maxRows, maxResults - start.shown);
  const { page, isDone, continueCursor } = await pageFrom(results, start.cursor, numItems);
  const shown = start.shown + page.length;
  const hasMore = !isDone && shown < maxResults;
  return {
    data: await Promise.all(page.map(present)),
    nextCursor: hasMore ? await sealCursor(list, JSON.stringify([shown, continueCursor])) : null,
    hasMore,
  };
}

async function startAt(list: CursorList, sealed: string): Promise<{ shown: number; cursor: string }> {
  // The seal guarantees that this text was written by the code above.
  const [shown, cursor] = JSON.parse(await openCursor(list, sealed)) as [number, string];
  return { shown, cursor };
}

/** Throws VALIDATION when the database no longer accepts the cursor, because the code of the list has changed. */
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
