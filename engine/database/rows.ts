// The statements that read and write documents and index entries on one connection.
import type { StatementSource, WriteStatement } from "../persistence/batchBuffer";
import { limitParameter, type Connection, type SqlValue, type Statement } from "../persistence/connection";
import type { KeyRange } from "./readSet";
import { byIdIndexOf, type Index, type SearchIndex, type Table } from "./registry";
import { SearchReader, SearchWriter, type SearchRows } from "./searchRows";

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

/** The documents and index entries of one state. */
export interface Rows {
  readonly search: SearchRows;
  get(table: Table, idKey: Buffer): StoredDocument | undefined;
  /** Returns a document by its row number. The key of the result is the key of its id. */
  byRow(row: number): IndexedDocument | undefined;
  scan(scan: ScanIndex, range: KeyRange, order: Order, limit: number): IndexedDocument[];
  count(table: Table): number;
}

/** Reads them from the database file. */
export class RowReader implements Rows {
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

/** Gives new documents their row numbers. */
export class RowNumbers {
  private last: number;

  constructor(connection: Connection) {
    this.last = connection.prepare<[number | null]>("SELECT max(row) FROM documents").get()?.[0] ?? 0;
  }

  next(): number {
    return ++this.last;
  }
}

/** Writes rows on a connection, or into a batch that another thread will write. */
export class RowWriter {
  private readonly search: SearchWriter;
  private readonly insertDocument: WriteStatement;
  private readonly updateDocument: WriteStatement;
  private readonly deleteDocument: WriteStatement;
  private readonly insertEntry: WriteStatement;
  private readonly deleteEntry: WriteStatement;
  private readonly others = new Map<string, WriteStatement>();

  constructor(private readonly on: StatementSource) {
    this.search = new SearchWriter(on);
    this.insertDocument = on.prepare(
      "INSERT INTO documents (row, table_id, id_key, size, value) VALUES (?, ?, ?, ?, ?)",
    );
    this.updateDocument = on.prepare("UPDATE documents SET size = ?, value = ? WHERE row = ?");
    this.deleteDocument = on.prepare("DELETE FROM documents WHERE row = ?");
    this.insertEntry = on.prepare("INSERT INTO index_entries VALUES (?, ?, ?)");
    this.deleteEntry = on.prepare("DELETE FROM index_entries WHERE index_id = ? AND key = ?");
  }

  insert(row: number, table: Table, idKey: Buffer, size: number, text: string): void {
    this.insertDocument.run(row, table.id, idKey, size, text);
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

  /** Runs a statement for one of the engine's own tables. Its text must be one of a few. */
  execute(sql: string, parameters: readonly SqlValue[]): void {
    let statement = this.others.get(sql);
    if (statement === undefined) this.others.set(sql, (statement = this.on.prepare(sql)));
    statement.run(...parameters);
  }
}
