// Writes of rows that can be taken back one by one. A savepoint does the same for every write at the price of copying
// pages aside and two statements more; most mutations succeed and write two or three rows.
import type { Index, SearchIndex, Table } from "./registry";
import type { RowWriter, StoredDocument } from "./rows";

export class ReversibleWriter {
  private readonly inverses: (() => void)[] = [];

  constructor(private readonly writer: RowWriter) {}

  /** How many writes there are to take back. */
  get length(): number {
    return this.inverses.length;
  }

  /** Returns the row. */
  insert(table: Table, idKey: Buffer, size: number, text: string): number {
    const row = this.writer.insert(table, idKey, size, text);
    this.inverses.push(() => this.writer.delete(row));
    return row;
  }

  update(stored: StoredDocument, size: number, text: string): void {
    this.writer.update(stored.row, size, text);
    this.inverses.push(() => this.writer.update(stored.row, stored.size, stored.text));
  }

  delete(table: Table, idKey: Buffer, stored: StoredDocument): void {
    this.writer.delete(stored.row);
    this.inverses.push(() => this.writer.restore(stored.row, table, idKey, stored.size, stored.text));
  }

  addEntry(index: Index, key: Buffer, row: number): void {
    this.writer.addEntry(index, key, row);
    this.inverses.push(() => this.writer.removeEntry(index, key));
  }

  removeEntry(index: Index, key: Buffer, row: number): void {
    this.writer.removeEntry(index, key);
    this.inverses.push(() => this.writer.addEntry(index, key, row));
  }

  addSearchEntry(index: SearchIndex, row: number, tokens: string): void {
    this.writer.addSearchEntry(index, row, tokens);
    this.inverses.push(() => this.writer.removeSearchEntry(index, row, tokens));
  }

  removeSearchEntry(index: SearchIndex, row: number, tokens: string): void {
    this.writer.removeSearchEntry(index, row, tokens);
    this.inverses.push(() => this.writer.addSearchEntry(index, row, tokens));
  }

  /** The writes since then have been taken back in another way: by a savepoint. */
  forgetSince(length: number): void {
    this.inverses.length = length;
  }

  takeBackAll(): void {
    for (const inverse of this.inverses.toReversed()) inverse();
    this.inverses.length = 0;
  }
}
