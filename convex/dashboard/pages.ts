// Pages of live lists, for `usePaginatedQuery`. Each is one index range, newest first unless the list says otherwise.
import type {
  DocumentByInfo,
  GenericTableInfo,
  OrderedQuery,
  PaginationOptions,
  PaginationResult,
} from "convex/server";

const maxPageLength = 100;

/** A page of large rows is shorter. In the answer each byte may take six, of which it has 16 MiB. */
const maxPageBytes = 2_500_000;

/** Bounds the page, because a client may ask for any number of rows. */
export function boundPage({ maximumBytesRead = maxPageBytes, ...options }: PaginationOptions): PaginationOptions {
  return {
    ...options,
    numItems: Math.min(options.numItems, maxPageLength),
    maximumBytesRead: Math.min(maximumBytesRead, maxPageBytes),
  };
}

/** Returns a page of a list that REST has too (`NewestFirst` in api/pagination.ts). */
export async function livePage<Table extends GenericTableInfo, Shown>(
  list: (fromMs: number) => OrderedQuery<Table>,
  options: PaginationOptions,
  present: (row: DocumentByInfo<Table>) => Shown | Promise<Shown>,
): Promise<PaginationResult<Shown>> {
  return await pageOf(list(Number.MAX_SAFE_INTEGER), options, present);
}

export async function pageOf<Table extends GenericTableInfo, Shown>(
  range: OrderedQuery<Table>,
  options: PaginationOptions,
  present: (row: DocumentByInfo<Table>) => Shown | Promise<Shown>,
): Promise<PaginationResult<Shown>> {
  const { page, ...position } = await range.paginate(boundPage(options));
  return { ...position, page: await Promise.all(page.map(present)) };
}
