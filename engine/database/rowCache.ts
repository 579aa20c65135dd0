// Keeps what mutations have read from the file, for the next mutations: the key of a caller, their project, a workflow.
// What is kept holds for one state of the file. When a newer one takes its place, what was written into is forgotten.
import { memoryLimits } from "../memoryLimits";
import type { KeyRange } from "./readSet";
import { byIdIndexOf, type Table } from "./registry";
import { scanIndexId, type IndexedDocument, type Order, type Rows, type ScanIndex, type StoredDocument } from "./rows";
import type { SearchRows } from "./searchRows";

/** A scan for more rows is the beginning of a longer walk, which hardly comes again. */
const maxRows = 32;
/** The objects of a kept document or scan, without its texts and keys. */
const bytesOfObjects = 400;

export class RowCache implements Rows {
  private readonly documents = new Map<number, Map<string, StoredDocument | undefined>>();
  private readonly scans = new Map<number, Map<string, IndexedDocument[]>>();
  private bytes = 0;

  constructor(private readonly file: () => Rows) {}

  get search(): SearchRows {
    return this.file().search;
  }

  get(table: Table, idKey: Buffer): StoredDocument | undefined {
    const kept = mapIn(this.documents, table.id);
    const key = idKey.toString("latin1");
    const known = kept.get(key);
    if (known !== undefined || kept.has(key)) return known;
    const found = this.file().get(table, idKey);
    this.addBytes(key.length + (found?.text.length ?? 0));
    mapIn(this.documents, table.id).set(key, found);
    return found;
  }

  byRow(row: number): IndexedDocument | undefined {
    return this.file().byRow(row);
  }

  count(table: Table): number {
    return this.file().count(table);
  }

  scan(scan: ScanIndex, range: KeyRange, order: Order, limit: number): IndexedDocument[] {
    if (limit > maxRows) return this.file().scan(scan, range, order, limit);
    const id = scanIndexId(scan);
    const key = `${order} ${limit} ${range.from.toString("latin1")} ${range.to?.toString("latin1") ?? ""}`;
    const known = mapIn(this.scans, id).get(key);
    if (known !== undefined) return known;
    const found = this.file().scan(scan, range, order, limit);
    this.addBytes(found.reduce((sum, { text }) => sum + text.length, key.length));
    mapIn(this.scans, id).set(key, found);
    return found;
  }

  /** Forgets what was read from a table, because the next state of the file has another content of it. */
  forget(table: Table): void {
    this.documents.delete(table.id);
    this.scans.delete(byIdIndexOf(table));
    for (const { id } of table.indexes) this.scans.delete(id);
  }

  forgetAll(): void {
    this.documents.clear();
    this.scans.clear();
    this.bytes = 0;
  }

  /** Starts over when too much is kept. What a table had is still counted after it was forgotten. */
  private addBytes(bytes: number): void {
    this.bytes += bytesOfObjects + bytes;
    if (this.bytes > memoryLimits.rowCache) this.forgetAll();
  }
}

function mapIn<T>(maps: Map<number, Map<string, T>>, id: number): Map<string, T> {
  let found = maps.get(id);
  if (found === undefined) maps.set(id, (found = new Map<string, T>()));
  return found;
}
