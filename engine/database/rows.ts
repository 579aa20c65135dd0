// The statements that read and write documents and index entries on one connection.
import { limitParameter, type Connection, type Statement } from "../persistence/connection";
import type { KeyRange } from "./readSet";
import { byIdIndexOf, type Index, type SearchIndex, type Table } from "./registry";
import { SearchReader, SearchWriter } from "./searchRows";

/** A stored document. `text` is its Convex JSON, including the system fields. */
export interface StoredDocument {
  readonly row: number;
  readonly size: number;
  readonly text: string;
}

export interface IndexedDocument extends StoredDocument {
  readonly key: Buffer;
}

export type Order = "asc" | "desc";

/** The index that a scan walks: an index with entries, or the documents' own key. */
export type ScanIndex = { kind: "byId"; table: Table } | { kind: "entries"; index: Index };

export function scanIndexId(scan: ScanIndex): number {
  return scan.kind === "byId" ? byIdIndexOf(scan.table) : scan.index.id;
}

/** Greater than every key, because no key begins with this byte. */
const aboveAllKeys = Buffer.from([0xff]);

type ScanRow = [Uint8Array, number, number, string];
type ScanStatement = Statement<ScanRow>;

export class RowReader {
  readonly search: SearchReader;
  private readonly ofRow: Statement<[Uint8Array, number, string]>;
  private readonly byId: Statement<[number, number, string]>;
  private readonly scans: Record<ScanIndex["kind"], Record<Order, ScanStatement>>;
  private readonly counts: Statement<[number]>;
  private readonly first: Statement<[number]>;

  constructor(connection: Connection) {
    this.search = new SearchReader(connection);
    this.ofRow = connection.prepare("SELECT id_key, size, value FROM documents WHERE row = ?");
    this.byId = connection.prepare("SELECT row, size, value FROM documents WHERE table_id = ? AND id_key = ?");
    const entries = (order: Order): ScanStatement =>
      connection.prepare(
        `SELECT e.key, d.row, d.size, d.value FROM index_entries e CROSS JOIN documents d ON d.row = e.row
         WHERE e.index_id = ? AND e.key >= ? AND e.key < ? ORDER BY e.key ${order} ${limitParameter}`,
      );
    const documents = (order: Order): ScanStatement =>
      connection.prepare(
        `SELECT id_key, row, size, value FROM documents
         WHERE table_id = ? AND id_key >= ? AND id_key < ? ORDER BY id_key ${order} ${limitParameter}`,
      );
    this.scans = {
      entries: { asc: entries("asc"), desc: entries("desc") },
      byId: { asc: documents("asc"), desc: documents("desc") },
    };
    this.counts = connection.prepare("SELECT count(*) FROM documents WHERE table_id = ?");
    this.first = connection.prepare("SELECT 1 FROM meta LIMIT 1");
  }

  get(table: Table, idKey: Buffer): StoredDocument | undefined {
    const found = this.byId.get(table.id, idKey);
    return found && { row: found[0], size: found[1], text: found[2] };
  }

  /** Returns a document by its row number. The key of the result is the key of its id. */
  byRow(row: number): IndexedDocument | undefined {
    const found = this.ofRow.get(row);
    return found && { key: bufferOf(found[0]), row, size: found[1], text: found[2] };
  }

  scan(scan: ScanIndex, range: KeyRange, order: Order, limit: number): IndexedDocument[] {
    const id = scan.kind === "byId" ? scan.table.id : scan.index.id;
    return this.scans[scan.kind][order]
      .all(id, range.from, range.to ?? aboveAllKeys, limit)
      .map(([key, row, size, text]) => ({ key: bufferOf(key), row, size, text }));
  }

  /** Reads something, because SQLite takes the snapshot of a transaction at its first read. */
  touch(): void {
    this.first.get();
  }

  count(table: Table): number {
    return this.counts.get(table.id)?.[0] ?? 0;
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export class RowWriter {
  private readonly search: SearchWriter;
  private readonly insertDocument: Statement<never>;
  private readonly restoreDocument: Statement<never>;
  private readonly updateDocument: Statement<never>;
  private readonly deleteDocument: Statement<never>;
  private readonly insertEntry: Statement<never>;
  private readonly deleteEntry: Statement<never>;

  constructor(connection: Connection) {
    this.search = new SearchWriter(connection);
    this.insertDocument = connection.prepare(
      "INSERT INTO documents (table_id, id_key, size, value) VALUES (?, ?, ?, ?)",
    );
    this.restoreDocument = connection.prepare(
      "INSERT INTO documents (row, table_id, id_key, size, value) VALUES (?, ?, ?, ?, ?)",
    );
    this.updateDocument = connection.prepare("UPDATE documents SET size = ?, value = ? WHERE row = ?");
    this.deleteDocument = connection.prepare("DELETE FROM documents WHERE row = ?");
    this.insertEntry = connection.prepare("INSERT INTO index_entries VALUES (?, ?, ?)");
    this.deleteEntry = connection.prepare("DELETE FROM index_entries WHERE index_id = ? AND key = ?");
  }

  /** Writes a new document and returns the number of its row. */
  insert(table: Table, idKey: Buffer, size: number, text: string): number {
    return this.insertDocument.run(table.id, idKey, size, text).lastRowId;
  }

  /** Writes a deleted document back into its old row. */
  restore(row: number, table: Table, idKey: Buffer, size: number, text: string): void {
    this.restoreDocument.run(row, table.id, idKey, size, text);
  }

  update(row: number, size: number, text: string): void {
    this.updateDocument.run(size, text, row);
  }

  delete(row: number): void {
    this.deleteDocument.run(row);
  }

  addEntry(index: Index, key: Buffer, row: number): void {
    this.insertEntry.run(index.id, key, row);
  }

  removeEntry(index: Index, key: Buffer): void {
    this.deleteEntry.run(index.id, key);
  }

  addSearchEntry(index: SearchIndex, row: number, tokens: string): void {
    this.search.add(index, row, tokens);
  }

  removeSearchEntry(index: SearchIndex, row: number, tokens: string): void {
    this.search.remove(index, row, tokens);
  }
}
