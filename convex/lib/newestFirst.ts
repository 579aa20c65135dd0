// The index ranges that lists read, and how several ranges of one table, each sorted newest first, are merged into one.
import type { IndexRange, NamedTableInfo, OrderedQuery } from "convex/server";
import type { DataModel, Doc, TableNames } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** Returns the index range of the rows that were created at `fromMs` or before, newest first. */
export type NewestFirst<Table extends TableNames> = (fromMs: number) => OrderedQuery<NamedTableInfo<DataModel, Table>>;

/** Returns the index range of the rows that were created at `fromMs` or after, oldest first. */
export type OldestFirst<Table extends TableNames> = NewestFirst<Table>;

/** Adds bounds on the creation time to an index range whose other fields are set. */
export type Within = (range: FromTime) => IndexRange;
interface FromTime {
  gte(
    field: "_creationTime",
    leastMs: number,
  ): Record<"lt" | "lte", (field: "_creationTime", mostMs: number) => IndexRange>;
}

/**
 * Bounds a list to the rows that were created at `leastMs` or later and before `beforeMs`, and, for a page of it, at
 * `fromMs` or before. Clients see whole milliseconds, and the database keeps fractions.
 */
export function createdWithin({
  leastMs,
  beforeMs = Number.MAX_SAFE_INTEGER,
}: {
  leastMs: number;
  beforeMs: number | undefined;
}): (fromMs: number) => Within {
  return (fromMs) => (range) => {
    const after = range.gte("_creationTime", leastMs);
    return fromMs < beforeMs ? after.lte("_creationTime", fromMs) : after.lt("_creationTime", beforeMs);
  };
}

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

/** Reads at most one row ahead in each range, because rows can be long. `isBefore` is the order of the ranges. */
export async function* mergeNewestFirst<Item extends Row>(
  ranges: readonly AsyncIterable<Item>[],
  isBefore: (a: Item, b: Item) => boolean = isNewer,
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
function comesFirst<Item>(
  a: IteratorResult<Item>,
  b: IteratorResult<Item>,
  isBefore: (a: Item, b: Item) => boolean,
): boolean {
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
