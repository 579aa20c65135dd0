// All documents of a deployment at one moment, read from an export.
import type { Doc, TableNames } from "../../../convex/_generated/dataModel";
import { canonicalRows, exportZip, rowsIn, unzipped } from "../../engine/backups";
import type { RunningEngine } from "../engine";

export class Tables {
  constructor(private readonly entries: Map<string, string>) {}

  rows<Table extends TableNames>(table: Table): Doc<Table>[] {
    // The engine has checked every document against the schema, so the export fits it too.
    return [...rowsIn(this.entries, table).values()] as unknown as Doc<Table>[];
  }

  /** Returns the rows as texts. Equal documents have the same text, whatever the order of their fields. */
  canonical(table: TableNames): string[] {
    return canonicalRows(this.entries, table).toSorted();
  }

  /** Returns a copy with other documents in one table. */
  with(table: string, rows: readonly object[]): Tables {
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    return new Tables(new Map([...this.entries, [`${table}/documents.jsonl`, lines]]));
  }
}

export async function readTables(engine: Pick<RunningEngine, "socketUrl" | "adminKey">): Promise<Tables> {
  return new Tables(await unzipped(await exportZip(engine)));
}

/** Groups the items by the key that `key` returns. */
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
