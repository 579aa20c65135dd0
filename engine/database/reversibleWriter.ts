// Writes rows in a way that can be undone one by one. A savepoint could undo every write too, but it copies pages and
// costs two more statements. Most mutations succeed and write only two or three rows.
import type { RowChanges } from "./mutationStore";
import type { Index, SearchIndex, Table } from "./registry";
import type { RowNumbers, RowWriter, StoredDocument } from "./rows";

export class ReversibleWriter implements RowChanges {
  private readonly inverses: (() => void)[] = [];

  constructor(
    private readonly writer: RowWriter,
    private readonly numbers: RowNumbers,
  ) {}

  /** The number of writes that can be undone. */
  get length(): number {
    return this.inverses.length;
  }

  insert(table: Table, idKey: Buffer, size: number, text: string): number {
    const row = this.numbers.next();
    this.writer.insert(row, table, idKey, size, text);
    this.inverses.push(() => this.writer.delete(row));
    return row;
  }

  update(_table: Table, _idKey: Buffer, stored: StoredDocument, size: number, text: string): void {
    this.writer.update(stored.row, size, text);
    this.inverses.push(() => this.writer.update(stored.row, stored.size, stored.text));
  }

  delete(table: Table, idKey: Buffer, stored: StoredDocument): void {
    this.writer.delete(stored.row);
    this.inverses.push(() => this.writer.insert(stored.row, table, idKey, stored.size, stored.text));
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

  /** Forgets the later writes, because a savepoint has already undone them. */
  forgetAfter(length: number): void {
    this.inverses.length = length;
  }

  undoAll(): void {
    for (const inverse of this.inverses.toReversed()) inverse();
    this.inverses.length = 0;
  }
}
