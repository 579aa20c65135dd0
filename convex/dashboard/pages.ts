// Lists that are read live, in pages for `usePaginatedQuery`: one index range each, newest first unless a list says so.
import type { NamedTableInfo, OrderedQuery, PaginationOptions, PaginationResult } from "convex/server";
import type { DataModel, Doc, TableNames } from "../_generated/dataModel";
import type { NewestFirst } from "../api/pagination";

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

/** A page of a list that REST has too. */
export async function livePage<Table extends TableNames, Shown>(
  list: NewestFirst<Table>,
  options: PaginationOptions,
  present: (row: Doc<Table>) => Shown | Promise<Shown>,
): Promise<PaginationResult<Shown>> {
  return await pageOf(list(Number.MAX_SAFE_INTEGER), options, present);
}

export async function pageOf<Table extends TableNames, Shown>(
  range: OrderedQuery<NamedTableInfo<DataModel, Table>>,
  options: PaginationOptions,
  present: (row: Doc<Table>) => Shown | Promise<Shown>,
): Promise<PaginationResult<Shown>> {
  const { page, ...position } = await range.paginate(bounded(options));
  return { ...position, page: await Promise.all(page.map(present)) };
}
