// All documents of a deployment at one moment, as an export has them.
import type { Doc, TableNames } from "../../../convex/_generated/dataModel";
import { canonicalRows, exportZip, rowsIn, unzipped } from "../../engine/backups";
import type { RunningEngine } from "../engine";

export class Tables {
  constructor(private readonly entries: Map<string, string>) {}

  rows<Table extends TableNames>(table: Table): Doc<Table>[] {
    // What an export holds fits the schema: whoever wrote it was held to that.
    return [...rowsIn(this.entries, table).values()] as unknown as Doc<Table>[];
  }

  /** In a form that equal documents share, whatever the order of their fields. */
  canonical(table: TableNames): string[] {
    return canonicalRows(this.entries, table).toSorted();
  }

  /** The same with other documents in a table. */
  with(table: string, rows: readonly object[]): Tables {
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    return new Tables(new Map([...this.entries, [`${table}/documents.jsonl`, lines]]));
  }
}

export async function readTables(engine: Pick<RunningEngine, "socketUrl" | "adminKey">): Promise<Tables> {
  return new Tables(await unzipped(await exportZip(engine)));
}

/** The items in groups, by what `key` says of each. */
export function grouped<Item>(items: Iterable<Item>, key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}

export function sumOf<Item>(items: Iterable<Item>, amount: (item: Item) => number): number {
  let sum = 0;
  for (const item of items) sum += amount(item);
  return sum;
}
