// Index ranges of one table as lists read them, and several of them read as one.
import type { NamedTableInfo, OrderedQuery } from "convex/server";
import type { DataModel, TableNames } from "../_generated/dataModel";

/** An index range of a table as a list reads it: the rows created at a time or before, newest first. */
export type NewestFirst<Table extends TableNames> = (fromMs: number) => OrderedQuery<NamedTableInfo<DataModel, Table>>;

/** For a list that is oldest first: the rows created at a time or after. */
export type OldestFirst<Table extends TableNames> = NewestFirst<Table>;

interface Row {
  _id: string;
  _creationTime: number;
}

/** Reads at most one row ahead in each range, because rows can be long. */
export async function* merged<Item extends Row>(ranges: readonly AsyncIterable<Item>[]): AsyncGenerator<Item> {
  const readers = ranges.map((range) => range[Symbol.asyncIterator]());
  try {
    const heads = await Promise.all(readers.map(async (reader) => ({ reader, head: await reader.next() })));
    for (;;) {
      const newest = heads.reduce((best, other) => (isNewer(other.head, best.head) ? other : best));
      if (newest.head.done === true) return;
      yield newest.head.value;
      newest.head = await newest.reader.next();
    }
  } finally {
    await Promise.all(readers.map(async (reader) => await reader.return?.()));
  }
}

function isNewer(a: IteratorResult<Row>, b: IteratorResult<Row>): boolean {
  if (a.done === true || b.done === true) return b.done === true && a.done !== true;
  if (a.value._creationTime !== b.value._creationTime) return a.value._creationTime > b.value._creationTime;
  return a.value._id > b.value._id;
}
