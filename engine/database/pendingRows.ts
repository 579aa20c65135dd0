// Reads the state that mutations see: a state of the database file, and what has been written since.
import type { KeyRange } from "./readSet";
import type { SearchRows } from "./searchRows";
import type { Index, SearchIndex, Table } from "./registry";
import type { IndexedDocument, Order, Rows, ScanIndex, StoredDocument } from "./rows";
import type { PendingEntry, PendingWrites } from "./pendingWrites";

/** A scan that finds more removed rows than this in the file reads slowly: a newer state should take its place. */
const maxRemoved = 16;
/** Those who take the first row of a range one after another remove more each time, and read the file only once. */
const readAtOnce = 16;

export class PendingRows implements Rows {
  /** A scan had to pass many rows that are in the file and no longer there. */
  isSlow = false;

  constructor(
    private readonly pending: PendingWrites,
    /** The state of the file on which the pending writes build. */
    private readonly file: Rows,
  ) {}

  /** Finds only what is in the file. `canSearch` says whether that is everything. */
  get search(): SearchRows {
    return this.file.search;
  }

  canSearch(index: SearchIndex): boolean {
    return !this.pending.hasSearchEntries(index);
  }

  get(table: Table, idKey: Buffer): StoredDocument | undefined {
    const pending = this.pending.document(table, idKey);
    return pending === undefined ? this.file.get(table, idKey) : storedOf(pending);
  }

  byRow(row: number): IndexedDocument | undefined {
    const pending = this.pending.documentOfRow(row);
    if (pending === undefined) return this.file.byRow(row);
    const stored = storedOf(pending);
    return stored && { ...stored, key: pending.idKey };
  }

  count(table: Table): number {
    return this.file.count(table) + this.pending.growthOf(table);
  }

  scan(scan: ScanIndex, range: KeyRange, order: Order, limit: number): IndexedDocument[] {
    const written =
      scan.kind === "byId" ? this.documents(scan.table, range, order) : this.entries(scan.index, range, order);
    if (written.length === 0) return this.current(this.file.scan(scan, range, order, limit));
    const removed = written.filter(({ document }) => document === null).length;
    this.isSlow ||= removed > maxRemoved;
    const fromFile = removed === 0 ? limit : roundedUp(limit + removed, readAtOnce);
    const found = this.current(this.file.scan(scan, range, order, fromFile));
    return mergeRows(found, written, order, limit);
  }

  /** Replaces the documents that were changed since. Their keys in this index are the same. */
  private current(found: IndexedDocument[]): IndexedDocument[] {
    if (!this.pending.hasDocuments()) return found;
    return found.map((stored) => {
      const changed = this.pending.documentOfRow(stored.row);
      return changed?.text == null
        ? stored
        : { key: stored.key, row: stored.row, size: changed.size, text: changed.text };
    });
  }

  private entries(index: Index, range: KeyRange, order: Order): Written[] {
    return this.pending
      .entriesIn(index, range, order)
      .map((entry) => ({ key: entry.key, document: this.added(entry) }));
  }

  /** Returns the document of an added entry. It was written with the entry, so it is pending too. */
  private added({ key, row, isAdded }: PendingEntry): IndexedDocument | null {
    const document = this.pending.documentOfRow(row);
    if (!isAdded || document?.text == null) return null;
    return { key, row, size: document.size, text: document.text };
  }

  private documents(table: Table, range: KeyRange, order: Order): Written[] {
    return this.pending.documentsIn(table, range, order).map(({ idKey, row, size, text }) => ({
      key: idKey,
      document: text === null ? null : { key: idKey, row, size, text },
    }));
  }
}

function roundedUp(count: number, step: number): number {
  return Math.ceil(count / step) * step;
}

/** What is at a key now. null: nothing. */
interface Written {
  key: Buffer;
  document: IndexedDocument | null;
}

function storedOf({ row, size, text }: { row: number; size: number; text: string | null }): StoredDocument | undefined {
  return text === null ? undefined : { row, size, text };
}

/** Merges two sorted lists. At the same key, what was written since replaces what was found. */
function mergeRows(
  found: readonly IndexedDocument[],
  written: readonly Written[],
  order: Order,
  limit: number,
): IndexedDocument[] {
  const sign = order === "asc" ? 1 : -1;
  const result: IndexedDocument[] = [];
  let [atFound, atWritten] = [0, 0];
  while (result.length < limit) {
    const [next, change] = [found[atFound], written[atWritten]];
    if (next === undefined && change === undefined) break;
    const difference = next === undefined ? 1 : change === undefined ? -1 : sign * Buffer.compare(next.key, change.key);
    if (difference <= 0) atFound++;
    if (difference >= 0) atWritten++;
    const document = difference < 0 ? next : change?.document;
    if (document != null) result.push(document);
  }
  return result;
}
