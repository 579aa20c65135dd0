// What every operation of a mutation needs: it writes documents with their index entries, records the keys of these
// writes, and undoes nested mutations. Writes go at once where the mutation reads, so that later reads see them. When
// the mutation fails, they are undone there (mutationStore.ts).
import type { Connection, SqlValue } from "../persistence/connection";
import { checkDocumentSize } from "../value/check";
import { sizeOf } from "../value/size";
import { FunctionError } from "../value/functionError";
import { encodeId } from "../value/id";
import type { JsonObject } from "../value/json";
import { hasPlaceholder, withCommitTs } from "./commitTimestamp";
import { checkDocument } from "./documentType";
import { haveSameKey, idKeyOf, indexKeyOf, parseDocument, type Document } from "./documents";
import { newInternalId } from "./newIds";
import type { IndexWrite } from "./readSet";
import { byIdIndexOf, tableNames, type Registry, type SearchIndex, type Table } from "./registry";
import type { ConnectionStore, MutationStore } from "./mutationStore";
import { haveSameEntry, searchEntryOf } from "./searchEntry";
import type { Rows, StoredDocument } from "./rows";
import { createTable } from "./tables";
import { Transaction } from "./transaction";

interface Mark {
  registry: Registry;
  writes: number;
  afterCommit: number;
  restoreUsage: () => void;
}

export abstract class WriteTransaction extends Transaction {
  readonly writes: IndexWrite[] = [];
  readonly afterCommit: (() => void)[] = [];
  /** True for a run that is undone in any case. Such a run only shows what the mutation reads. */
  isRehearsal = false;
  /** Maps the ids of documents that were written with a placeholder to their tables. */
  private readonly awaitingCommitTs = new Map<string, number>();
  private lastCreationTime: number;

  constructor(
    private store: MutationStore,
    registry: Registry,
    creationTime: number,
  ) {
    super(registry);
    this.lastCreationTime = creationTime;
  }

  get rows(): Rows {
    return this.store.rows;
  }

  override rowsWith(index: SearchIndex): Rows {
    const { store } = this;
    return store.kind === "pending" && !store.rows.canSearch(index) ? this.moveToConnection().rows : store.rows;
  }

  get writeCount(): number {
    return this.writes.length;
  }

  get creationTime(): number {
    return this.lastCreationTime;
  }

  /**
   * The connection, for direct access to the engine's own tables (jobs, files). These writes are undone together with
   * the others.
   */
  get sql(): Connection {
    return this.moveToConnection().sql;
  }

  /** Runs a statement that only writes into one of the engine's own tables. It costs less than `sql`. */
  execute(sql: string, ...parameters: SqlValue[]): void {
    this.store.execute(sql, parameters);
  }

  /** Continues the mutation on the connection, where everything can be read and written. */
  moveToConnection(): ConnectionStore {
    if (this.store.kind === "pending") this.store = this.store.moveToConnection();
    return this.store;
  }

  /** Replaces the placeholders in documents by the commit timestamp. This is the last step of a successful mutation. */
  resolveCommitTs(ts: bigint): void {
    for (const [id, tableId] of this.awaitingCommitTs) {
      const table = this.registry.tables.find((candidate) => candidate.id === tableId);
      const stored = table && this.rows.get(table, idKeyOf(id));
      // The document may have been removed or changed since, or undone together with the nested mutation that wrote
      // it.
      if (table === undefined || stored === undefined || !hasPlaceholder(stored.text)) continue;
      const resolved = parseDocument(withCommitTs(stored.text, ts));
      this.writeChanged(table, stored, parseDocument(stored.text), resolved, false);
    }
  }

  /** Keeps the writes of a mutation that has succeeded. */
  keep(): void {
    this.store.keep();
  }

  /** Undoes everything that the failed mutation has done in the database. */
  undoAll(): void {
    this.store.undoAll();
  }

  /** Runs a nested mutation. If it throws, everything it did is undone: writes, jobs, tables and hooks. */
  async nested<T>(run: () => T | Promise<T>): Promise<T> {
    this.store.beginNested();
    const mark = this.mark();
    try {
      const result = await run();
      this.store.keepNested();
      return result;
    } catch (error) {
      this.store.undoNested();
      this.restore(mark);
      throw error;
    }
  }

  private mark(): Mark {
    return {
      registry: this.registry,
      writes: this.writes.length,
      afterCommit: this.afterCommit.length,
      restoreUsage: this.usage.markWrites(),
    };
  }

  private restore(mark: Mark): void {
    this.registry = mark.registry;
    this.writes.length = mark.writes;
    this.afterCommit.length = mark.afterCommit;
    mark.restoreUsage();
  }

  /** Returns the table and creates it if it is missing. */
  tableForWriting(component: string, tableName: string): Table {
    const known = this.registry.table(component, tableName);
    if (known !== undefined) return known;
    this.registry = createTable(this.sql, this.registry, component, tableName);
    const created = this.registry.table(component, tableName);
    if (created === undefined) throw new Error(`table ${tableName} was not created`);
    this.recordTableNames(tableName);
    return created;
  }

  private recordTableNames(tableName: string): void {
    this.recordWrite(tableNames, Buffer.from(tableName));
  }

  /**
   * Marks a table as moved: results that found no table of this name, or that read all of this one, are out of date.
   */
  recordMove(table: Table): void {
    this.recordTableNames(table.name);
    this.recordWrite(byIdIndexOf(table), Buffer.alloc(0));
  }

  protected newDocument(table: Table, fields: JsonObject): Document {
    this.lastCreationTime = nextUp(this.lastCreationTime);
    return {
      _creationTime: this.lastCreationTime,
      _id: encodeId(table.number, newInternalId(this.lastCreationTime)),
      ...fields,
    };
  }

  protected writeChanged(
    table: Table,
    stored: StoredDocument,
    old: Document,
    fields: JsonObject,
    metered: boolean,
  ): Document {
    const document: Document = { _creationTime: old._creationTime, _id: old._id, ...fields };
    if (metered) this.checkSchema(table, document);
    const size = metered ? checkDocumentSize(document) : sizeOf(document);
    if (metered) this.countWrite(size);
    const idKey = idKeyOf(old._id);
    this.store.changes.update(table, idKey, stored, size, this.storedText(table, document));
    this.recordWrite(byIdIndexOf(table), idKey);
    for (const index of table.searchIndexes) {
      if (haveSameEntry(index, old, document)) continue;
      this.removeSearchEntry(index, old, stored.row);
      this.addSearchEntry(index, document, stored.row);
    }
    for (const index of table.indexes) {
      const before = indexKeyOf(index, old);
      this.recordWrite(index.id, before);
      if (haveSameKey(index, old, document)) continue;
      const after = indexKeyOf(index, document);
      if (before.equals(after)) continue;
      this.store.changes.removeEntry(index, before, stored.row);
      this.store.changes.addEntry(index, after, stored.row);
      this.recordWrite(index.id, after);
    }
    return document;
  }

  protected writeNew(table: Table, document: Document, metered: boolean): void {
    // The arguments of a scheduled function may be larger than a document may be.
    const size = metered ? checkDocumentSize(document) : sizeOf(document);
    if (metered) this.countWrite(size);
    const idKey = idKeyOf(document._id);
    const row = this.store.changes.insert(table, idKey, size, this.storedText(table, document));
    this.recordWrite(byIdIndexOf(table), idKey);
    for (const index of table.searchIndexes) this.addSearchEntry(index, document, row);
    for (const index of table.indexes) {
      const key = indexKeyOf(index, document);
      this.store.changes.addEntry(index, key, row);
      this.recordWrite(index.id, key);
    }
  }

  protected eraseDocument(table: Table, stored: StoredDocument, old: Document): void {
    const idKey = idKeyOf(old._id);
    this.store.changes.delete(table, idKey, stored);
    this.recordWrite(byIdIndexOf(table), idKey);
    for (const index of table.searchIndexes) this.removeSearchEntry(index, old, stored.row);
    for (const index of table.indexes) {
      const key = indexKeyOf(index, old);
      this.store.changes.removeEntry(index, key, stored.row);
      this.recordWrite(index.id, key);
    }
  }

  private addSearchEntry(index: SearchIndex, document: Document, row: number): void {
    const entry = searchEntryOf(index, document);
    if (entry === null) return;
    this.store.changes.addSearchEntry(index, row, entry.tokens);
    for (const key of entry.keys) this.recordWrite(index.id, key);
  }

  private removeSearchEntry(index: SearchIndex, document: Document, row: number): void {
    const entry = searchEntryOf(index, document);
    if (entry === null) return;
    this.store.changes.removeSearchEntry(index, row, entry.tokens);
    for (const key of entry.keys) this.recordWrite(index.id, key);
  }

  private storedText(table: Table, document: Document): string {
    const text = JSON.stringify(document);
    if (hasPlaceholder(text)) this.awaitingCommitTs.set(document._id, table.id);
    return text;
  }

  protected countWrite(size: number): void {
    this.usage.add("documentsWritten", 1);
    this.usage.add("bytesWritten", size);
  }

  private recordWrite(indexId: number, key: Buffer): void {
    this.writes.push({ indexId, key });
  }

  protected checkSchema(table: Table, document: Document): void {
    if (table.documentType === null) return;
    const problem = checkDocument(this.registry, table, document);
    if (problem !== null) {
      throw new FunctionError(
        "SchemaEnforcementError",
        `Failed to insert or update a document in table "${table.name}" because it does not match the schema: ${problem}`,
      );
    }
  }
}

const float = new Float64Array(1);
const bits = new BigUint64Array(float.buffer);

/** Returns the next larger double. The value must be positive. */
function nextUp(value: number): number {
  float[0] = value;
  bits[0] = (bits[0] ?? 0n) + 1n;
  return float[0] ?? value;
}
