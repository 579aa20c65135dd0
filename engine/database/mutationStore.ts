// Where a mutation reads and writes. A `ConnectionStore` is the open SQLite transaction of the writer's connection. A
// `PendingStore` is in memory: another thread will write the batch into the file (pendingWrites.ts).
import type { Connection, SqlValue } from "../persistence/connection";
import type { PendingRows } from "./pendingRows";
import type { PendingWrites } from "./pendingWrites";
import type { Index, SearchIndex, Table } from "./registry";
import { ReversibleWriter } from "./reversibleWriter";
import type { RowNumbers, RowReader, Rows, RowWriter, StoredDocument } from "./rows";

export interface RowChanges {
  /** Writes a new document and returns the number of its row. */
  insert(table: Table, idKey: Buffer, size: number, text: string): number;
  update(table: Table, idKey: Buffer, stored: StoredDocument, size: number, text: string): void;
  delete(table: Table, idKey: Buffer, stored: StoredDocument): void;
  addEntry(index: Index, key: Buffer, row: number): void;
  removeEntry(index: Index, key: Buffer, row: number): void;
  addSearchEntry(index: SearchIndex, row: number, tokens: string): void;
  removeSearchEntry(index: SearchIndex, row: number, tokens: string): void;
}

interface UndoableStore {
  readonly rows: Rows;
  readonly changes: RowChanges;
  /** Runs a statement that only writes into one of the engine's own tables. */
  execute(sql: string, parameters: readonly SqlValue[]): void;
  /** Begins a nested mutation. The last that began is the first to end: with `keepNested` or `undoNested`. */
  beginNested(): void;
  keepNested(): void;
  undoNested(): void;
  /** Keeps what the mutation has done. */
  keep(): void;
  /** Undoes everything that the mutation has done. */
  undoAll(): void;
}

export type MutationStore = ConnectionStore | PendingStore;

/** The parts of the writer's connection that its mutations share. */
export interface ConnectionParts {
  readonly connection: Connection;
  readonly rows: RowReader;
  readonly rowWriter: RowWriter;
  readonly numbers: RowNumbers;
}

/** Rows are undone one by one, everything else by a savepoint, which exists only when it is needed. */
export class ConnectionStore implements UndoableStore {
  readonly kind = "connection";
  readonly rows: Rows;
  readonly changes: ReversibleWriter;
  private readonly connection: Connection;
  private readonly rowWriter: RowWriter;
  /** The number of row writes when the savepoint was set; null while there is no savepoint. */
  private savepointAt: number | null = null;
  /** The numbers of row writes when the nested mutations began. */
  private readonly nested: number[] = [];

  constructor({ connection, rows, rowWriter, numbers }: ConnectionParts) {
    this.connection = connection;
    this.rowWriter = rowWriter;
    this.rows = rows;
    this.changes = new ReversibleWriter(rowWriter, numbers);
  }

  /** The connection, for the engine's own tables. The savepoint covers these writes. */
  get sql(): Connection {
    this.setSavepoint();
    return this.connection;
  }

  execute(sql: string, parameters: readonly SqlValue[]): void {
    this.setSavepoint();
    this.rowWriter.execute(sql, parameters);
  }

  beginNested(): void {
    // The outer savepoint must exist first: one that is set inside the nested savepoint would be rolled back with it.
    this.setSavepoint();
    this.nested.push(this.changes.length);
    this.connection.exec(`SAVEPOINT nested_${this.nested.length}`);
  }

  keepNested(): void {
    this.connection.exec(`RELEASE nested_${this.nested.length}`);
    this.nested.pop();
  }

  undoNested(): void {
    const name = `nested_${this.nested.length}`;
    this.connection.exec(`ROLLBACK TO ${name}; RELEASE ${name}`);
    this.changes.forgetAfter(this.nested.pop() ?? 0);
  }

  keep(): void {
    if (this.savepointAt !== null) this.connection.exec("RELEASE mutation");
  }

  undoAll(): void {
    if (this.savepointAt !== null) {
      this.connection.exec("ROLLBACK TO mutation; RELEASE mutation");
      this.changes.forgetAfter(this.savepointAt);
    }
    this.changes.undoAll();
  }

  setSavepoint(): void {
    if (this.savepointAt !== null) return;
    this.connection.exec("SAVEPOINT mutation");
    this.savepointAt = this.changes.length;
  }
}

export class PendingStore implements UndoableStore {
  readonly kind = "pending";
  readonly changes: RowChanges;
  private readonly begunAt: number;
  private readonly nested: number[] = [];

  constructor(
    readonly rows: PendingRows,
    private readonly pending: PendingWrites,
    numbers: RowNumbers,
    /** Opens a transaction on the connection that has all that the batch has written until now. */
    private readonly openTransaction: (until: number) => ConnectionParts,
  ) {
    this.begunAt = pending.end;
    this.changes = pendingChanges(pending, numbers);
  }

  execute(sql: string, parameters: readonly SqlValue[]): void {
    this.pending.addStatement(sql, parameters);
  }

  beginNested(): void {
    this.nested.push(this.pending.end);
  }

  keepNested(): void {
    this.nested.pop();
  }

  undoNested(): void {
    this.pending.undoFrom(this.nested.pop() ?? this.begunAt);
  }

  keep(): void {
    // What is pending stays until it is undone.
  }

  undoAll(): void {
    this.pending.undoFrom(this.begunAt);
  }

  /** Brings the mutation to the connection, with the same nested mutations. */
  moveToConnection(): ConnectionStore {
    const { pending, begunAt } = this;
    const parts = this.openTransaction(begunAt);
    const moved = new ConnectionStore(parts);
    // The savepoint of the mutation comes before its first write, because its writes are not undone one by one here.
    moved.setSavepoint();
    let from = begunAt;
    for (const begun of this.nested) {
      pending.writeTo(parts.rowWriter, from, begun);
      moved.beginNested();
      from = begun;
    }
    pending.writeTo(parts.rowWriter, from, pending.end);
    return moved;
  }
}

function pendingChanges(pending: PendingWrites, numbers: RowNumbers): RowChanges {
  return {
    insert: (table, idKey, size, text) => {
      const row = numbers.next();
      pending.addDocument({ table, idKey, row, size, text }, true);
      return row;
    },
    update: (table, idKey, { row }, size, text) => pending.addDocument({ table, idKey, row, size, text }, false),
    delete: (table, idKey, { row, size }) => pending.addDocument({ table, idKey, row, size, text: null }, false),
    addEntry: (index, key, row) => pending.addEntry(index, { key, row, isAdded: true }),
    removeEntry: (index, key, row) => pending.addEntry(index, { key, row, isAdded: false }),
    addSearchEntry: (index, row, tokens) => pending.addSearchEntry(index, row, tokens, true),
    removeSearchEntry: (index, row, tokens) => pending.addSearchEntry(index, row, tokens, false),
  };
}
