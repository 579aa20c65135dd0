// What mutations have written since the state that they read from the database file (pendingRows.ts puts the two
// together). A batch is here from the moment in which its mutations run until readers of the file see it. All writes
// are kept in order, so that the last ones can be undone and the first ones forgotten.
import type { SqlValue } from "../persistence/connection";
import type { Index, SearchIndex, Table } from "./registry";
import type { KeyRange } from "./readSet";
import type { Order, RowWriter } from "./rows";

/** A document as it is now. A text of null means that it was deleted. */
export interface PendingDocument {
  readonly table: Table;
  readonly idKey: Buffer;
  readonly row: number;
  readonly size: number;
  readonly text: string | null;
}

/** An entry of an index as it is now: added, or removed. */
export interface PendingEntry {
  readonly key: Buffer;
  readonly row: number;
  readonly isAdded: boolean;
}

type Write =
  | { kind: "document"; before: PendingDocument | undefined; after: PendingDocument; isNew: boolean }
  | { kind: "entry"; index: Index; entry: PendingEntry }
  | { kind: "search"; index: SearchIndex; row: number; tokens: string; isAdded: boolean }
  | { kind: "statement"; sql: string; parameters: readonly SqlValue[] };

export class PendingWrites {
  private writes: Write[] = [];
  /** The number of writes that came before those in `writes` and are forgotten. */
  private forgotten = 0;
  private readonly documents = new Map<number, Map<string, PendingDocument>>();
  private readonly byRow = new Map<number, PendingDocument>();
  private readonly entries = new Map<number, SortedWrites<PendingEntry>>();
  private readonly searches = new Map<number, number>();
  private readonly added = new Map<number, number>();
  private usedBytes = 0;

  /** The position after the last write. Positions stay as they are when earlier writes are forgotten. */
  get end(): number {
    return this.forgotten + this.writes.length;
  }

  /** An estimate of the memory that the writes take. */
  get bytes(): number {
    return this.usedBytes;
  }

  document(table: Table, idKey: Buffer): PendingDocument | undefined {
    return this.documents.get(table.id)?.get(idKey.toString("latin1"));
  }

  documentOfRow(row: number): PendingDocument | undefined {
    return this.byRow.get(row);
  }

  hasDocuments(): boolean {
    return this.byRow.size > 0;
  }

  /** Returns the entries of an index whose keys are in the range, in order. */
  entriesIn(index: Index, range: KeyRange, order: Order): PendingEntry[] {
    return this.entries.get(index.id)?.within(range, order) ?? [];
  }

  /** Returns the documents of a table whose ids are in the range, in order. */
  documentsIn(table: Table, { from, to }: KeyRange, order: Order): PendingDocument[] {
    const found = [...(this.documents.get(table.id)?.values() ?? [])].filter(
      ({ idKey }) => Buffer.compare(idKey, from) >= 0 && (to === null || Buffer.compare(idKey, to) < 0),
    );
    const sign = order === "asc" ? 1 : -1;
    return found.sort((a, b) => sign * Buffer.compare(a.idKey, b.idKey));
  }

  /** Whether a text search could find something else than it does in the file. */
  hasSearchEntries(index: SearchIndex): boolean {
    return (this.searches.get(index.id) ?? 0) > 0;
  }

  /** By how many documents a table has grown. */
  growthOf(table: Table): number {
    return this.added.get(table.id) ?? 0;
  }

  addDocument(after: PendingDocument, isNew: boolean): void {
    const before = this.document(after.table, after.idKey);
    this.push({ kind: "document", before, after, isNew });
    this.setDocument(after);
    this.grow(after, isNew, 1);
  }

  addEntry(index: Index, entry: PendingEntry): void {
    this.push({ kind: "entry", index, entry });
    let entries = this.entries.get(index.id);
    if (entries === undefined) this.entries.set(index.id, (entries = new SortedWrites()));
    entries.push(entry);
  }

  addSearchEntry(index: SearchIndex, row: number, tokens: string, isAdded: boolean): void {
    this.push({ kind: "search", index, row, tokens, isAdded });
    this.countSearchEntry(index, 1);
  }

  /** A statement that only writes, into tables that nothing pending is read from. */
  addStatement(sql: string, parameters: readonly SqlValue[]): void {
    this.push({ kind: "statement", sql, parameters });
  }

  /** Undoes all writes from `position` on. */
  undoFrom(position: number): void {
    while (this.end > position) {
      const write = this.writes.pop();
      if (write === undefined) return;
      this.usedBytes -= bytesOf(write);
      this.undo(write);
    }
  }

  /**
   * Forgets the writes before `position`, because the state that is read from the file has them. Returns the tables
   * that they have changed.
   */
  forgetUntil(position: number): Set<Table> {
    const forgotten = this.writes.slice(0, position - this.forgotten);
    const tables = new Set<Table>();
    for (const write of forgotten) if (write.kind === "document") tables.add(write.after.table);
    if (forgotten.length === this.writes.length) this.forgetAll();
    else this.forgetFirst(forgotten);
    return tables;
  }

  private forgetFirst(forgotten: readonly Write[]): void {
    const entries = new Map<number, number>();
    for (const write of forgotten) {
      this.usedBytes -= bytesOf(write);
      if (write.kind === "entry") entries.set(write.index.id, (entries.get(write.index.id) ?? 0) + 1);
      else this.forget(write);
    }
    for (const [indexId, count] of entries) this.entries.get(indexId)?.forgetFirst(count);
    this.writes = this.writes.slice(forgotten.length);
    this.forgotten += forgotten.length;
  }

  /** Does the writes between two positions on `writer`, without the states of documents that later ones replace. */
  writeTo(writer: RowWriter, from: number, to: number): void {
    const changed = new Map<number, { isNew: boolean; after: PendingDocument }>();
    for (const write of this.writes.slice(from - this.forgotten, to - this.forgotten)) {
      if (write.kind === "document") {
        const { row } = write.after;
        changed.set(row, { isNew: write.isNew || (changed.get(row)?.isNew ?? false), after: write.after });
      } else {
        doOn(writer, write);
      }
    }
    for (const { isNew, after } of changed.values()) writeDocument(writer, after, isNew);
  }

  forgetAll(): void {
    this.forgotten = this.end;
    this.writes = [];
    this.usedBytes = 0;
    for (const kept of [this.documents, this.byRow, this.entries, this.searches, this.added]) kept.clear();
  }

  private push(write: Write): void {
    this.writes.push(write);
    this.usedBytes += bytesOf(write);
  }

  private undo(write: Write): void {
    switch (write.kind) {
      case "document": {
        const { before, after, isNew } = write;
        if (before === undefined) this.removeDocument(after);
        else this.setDocument(before);
        return this.grow(after, isNew, -1);
      }
      case "entry":
        return this.entries.get(write.index.id)?.pop();
      case "search":
        return this.countSearchEntry(write.index, -1);
      case "statement":
        return;
    }
  }

  private forget(write: Exclude<Write, { kind: "entry" }>): void {
    if (write.kind === "statement") return;
    if (write.kind === "search") return this.countSearchEntry(write.index, -1);
    const { after, isNew } = write;
    if (this.byRow.get(after.row) === after) this.removeDocument(after);
    this.grow(after, isNew, -1);
  }

  private setDocument(document: PendingDocument): void {
    const { table, idKey, row } = document;
    let ofTable = this.documents.get(table.id);
    if (ofTable === undefined) this.documents.set(table.id, (ofTable = new Map<string, PendingDocument>()));
    ofTable.set(idKey.toString("latin1"), document);
    this.byRow.set(row, document);
  }

  private removeDocument({ table, idKey, row }: PendingDocument): void {
    this.documents.get(table.id)?.delete(idKey.toString("latin1"));
    this.byRow.delete(row);
  }

  /** Counts a write, or with `times` of -1 one that is undone or forgotten. */
  private grow({ table, text }: PendingDocument, isNew: boolean, times: 1 | -1): void {
    if (isNew) this.added.set(table.id, this.growthOf(table) + times);
    else if (text === null) this.added.set(table.id, this.growthOf(table) - times);
  }

  private countSearchEntry(index: SearchIndex, by: number): void {
    this.searches.set(index.id, (this.searches.get(index.id) ?? 0) + by);
  }
}

/** The objects of a write, without its texts and keys. */
const bytesOfObjects = 300;

function bytesOf(write: Write): number {
  switch (write.kind) {
    case "document":
      return bytesOfObjects + (write.after.text?.length ?? 0);
    case "entry":
      return bytesOfObjects + write.entry.key.length;
    case "search":
      return bytesOfObjects + write.tokens.length;
    case "statement":
      return bytesOfObjects + write.parameters.reduce<number>((sum, value) => sum + lengthOf(value), 0);
  }
}

function lengthOf(value: SqlValue): number {
  return typeof value === "string" || value instanceof Uint8Array ? value.length : 8;
}

function doOn(writer: RowWriter, write: Exclude<Write, { kind: "document" }>): void {
  switch (write.kind) {
    case "entry": {
      const { key, row, isAdded } = write.entry;
      return isAdded ? writer.addEntry(write.index, key, row) : writer.removeEntry(write.index, key);
    }
    case "search": {
      const { index, row, tokens } = write;
      return write.isAdded ? writer.addSearchEntry(index, row, tokens) : writer.removeSearchEntry(index, row, tokens);
    }
    case "statement":
      return writer.execute(write.sql, write.parameters);
  }
}

function writeDocument(writer: RowWriter, { table, idKey, row, size, text }: PendingDocument, isNew: boolean): void {
  if (isNew && text !== null) writer.insert(row, table, idKey, size, text);
  else if (text !== null) writer.update(row, size, text);
  else if (!isNew) writer.delete(row);
}

/** Writes with keys, in the order in which they came and, when somebody asks, in the order of their keys. */
class SortedWrites<T extends { readonly key: Buffer }> {
  private written: T[] = [];
  /** The newest write of each key, sorted. It has the first `sortedCount` writes, or is made again. */
  private sorted: T[] = [];
  private sortedCount = 0;

  push(write: T): void {
    this.written.push(write);
  }

  pop(): void {
    this.written.pop();
    if (this.sortedCount > this.written.length) this.startOver();
  }

  forgetFirst(count: number): void {
    this.written.splice(0, count);
    this.startOver();
  }

  within({ from, to }: KeyRange, order: Order): T[] {
    this.sort();
    const start = this.indexOf(from);
    const end = to === null ? this.sorted.length : this.indexOf(to);
    const found = this.sorted.slice(start, end);
    return order === "asc" ? found : found.reverse();
  }

  private startOver(): void {
    this.sorted = [];
    this.sortedCount = 0;
  }

  private sort(): void {
    for (; this.sortedCount < this.written.length; this.sortedCount++) {
      const write = this.written[this.sortedCount];
      if (write === undefined) return;
      const index = this.indexOf(write.key);
      const isKnown = this.sorted[index]?.key.equals(write.key) ?? false;
      this.sorted.splice(index, isKnown ? 1 : 0, write);
    }
  }

  /** Returns the index of the first key that is not less than `key`. */
  private indexOf(key: Buffer): number {
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.sorted[middle]?.key;
      if (other !== undefined && Buffer.compare(other, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
