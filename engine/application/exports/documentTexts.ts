import type { Table } from "../../database/registry";
import type { Snapshot } from "../../database/readSnapshots";

/** How many documents a batch has. A whole batch is in memory, and a document may have a mebibyte. */
const batchSize = 64;

/** Yields the stored texts of a table in batches, by id. The event loop turns between two batches. */
export async function* documentTexts(snapshot: Snapshot, table: Table): AsyncGenerator<string[]> {
  let from: Buffer = Buffer.alloc(0);
  for (;;) {
    const batch = snapshot.rows.scan({ kind: "byId", table }, { from, to: null }, "asc", batchSize);
    const last = batch.at(-1);
    if (last === undefined) return;
    yield batch.map(({ text }) => text);
    from = Buffer.concat([last.key, Buffer.from([0])]);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
