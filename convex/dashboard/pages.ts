// Lists that are read live, in pages for `usePaginatedQuery`: one index range each, newest first unless a list says so.
import type {
  DocumentByInfo,
  GenericTableInfo,
  OrderedQuery,
  PaginationOptions,
  PaginationResult,
} from "convex/server";

const pageLengthMax = 100;

/** Larger rows make shorter pages. */
const pageBytesMax = 4_000_000;

/** A client may ask for any number of rows. */
export function bounded({ maximumBytesRead = pageBytesMax, ...options }: PaginationOptions): PaginationOptions {
  return {
    ...options,
    numItems: Math.min(options.numItems, pageLengthMax),
    maximumBytesRead: Math.min(maximumBytesRead, pageBytesMax),
  };
}

/** A page of a list that REST has too (`NewestFirst` in api/pagination.ts). */
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
  const { page, ...position } = await range.paginate(bounded(options));
  return { ...position, page: await Promise.all(page.map(present)) };
}
