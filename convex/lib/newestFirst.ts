// Merges several index ranges of one table, each sorted newest first, into one list in the same order.

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
