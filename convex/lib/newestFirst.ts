// The index ranges that lists read, and how several ranges of one table, each sorted newest first, are merged into one.
import type { IndexRange, NamedTableInfo, OrderedQuery } from "convex/server";
import type { DataModel, Doc, TableNames } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** Returns the index range of the rows that were created at `fromMs` or before, newest first. */
export type NewestFirst<Table extends TableNames> = (fromMs: number) => OrderedQuery<NamedTableInfo<DataModel, Table>>;

/** Returns the index range of the rows that were created at `fromMs` or after, oldest first. */
export type OldestFirst<Table extends TableNames> = NewestFirst<Table>;

type Indexes<Table extends TableNames> = DataModel[Table]["indexes"];

type FieldsOf<Table extends TableNames, Index extends keyof Indexes<Table>> = {
  [Name in Exclude<Indexes<Table>[Index][number], "_creationTime"> & keyof Doc<Table>]: Doc<Table>[Name];
};

interface RangeBuilder {
  eq(field: string, value: unknown): RangeBuilder;
  lte(field: "_creationTime", value: number): IndexRange;
}

/**
 * `newestFirstBy(ctx, "runs", "by_status", { projectId, status })`: the database requires the fields in index order.
 */
export function newestFirstBy<Table extends TableNames, Index extends keyof Indexes<Table>>(
  { db }: Pick<QueryCtx, "db">,
  table: Table,
  index: Index,
  fields: FieldsOf<Table, Index>,
): NewestFirst<Table> {
  return (fromMs) => {
    // The compiler checks one table only, so each is treated as `runs` here. `FieldsOf` has checked the fields.
    const rows = db.query(table as "runs").withIndex(index as "by_project", (q) => {
      let range = q as unknown as RangeBuilder;
      for (const [field, value] of Object.entries(fields)) range = range.eq(field, value);
      return range.lte("_creationTime", fromMs);
    });
    return rows.order("desc") as unknown as ReturnType<NewestFirst<Table>>;
  };
}

interface Row {
  _id: string;
  _creationTime: number;
}

/** Reads at most one row ahead in each range, because rows can be long. With `isOlder` the oldest row comes first. */
export async function* mergeNewestFirst<Item extends Row>(
  ranges: readonly AsyncIterable<Item>[],
  isBefore: (a: Row, b: Row) => boolean = isNewer,
): AsyncGenerator<Item> {
  const readers = ranges.map((range) => range[Symbol.asyncIterator]());
  try {
    const heads = await Promise.all(readers.map(async (reader) => ({ reader, head: await reader.next() })));
    for (;;) {
      const next = heads.reduce((best, other) => (comesFirst(other.head, best.head, isBefore) ? other : best));
      if (next.head.done === true) return;
      yield next.head.value;
      next.head = await next.reader.next();
    }
  } finally {
    await Promise.all(readers.map(async (reader) => await reader.return?.()));
  }
}

/** A range that has ended comes last. */
function comesFirst(a: IteratorResult<Row>, b: IteratorResult<Row>, isBefore: (a: Row, b: Row) => boolean): boolean {
  if (a.done === true || b.done === true) return b.done === true && a.done !== true;
  return isBefore(a.value, b.value);
}

function isNewer(a: Row, b: Row): boolean {
  if (a._creationTime !== b._creationTime) return a._creationTime > b._creationTime;
  return a._id > b._id;
}

export function isOlder(a: Row, b: Row): boolean {
  return isNewer(b, a);
}
