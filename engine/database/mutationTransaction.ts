// The operations of a mutation on the database. Writes go at once where the mutation reads, so that later reads see
// them, and are undone there when the mutation fails (place.ts).
import type { Connection, SqlValue } from "../persistence/connection";
import { checkDocumentSize, checkIdentifier } from "../value/check";
import { sizeOf } from "../value/size";
import { FunctionError } from "../value/functionError";
import { encodeId } from "../value/id";
import { isJsonObject, textOf, type Json, type JsonObject } from "../value/json";
import { hasPlaceholder, withCommitTs } from "./commitTimestamp";
import { checkDocument } from "./documentType";
import {
  checkFields,
  haveSameKey,
  idKeyOf,
  indexKeyOf,
  parseDocument,
  withoutFields,
  type Document,
} from "./documents";
import { newInternalId } from "./newIds";
import type { IndexWrite } from "./readSet";
import { byIdIndexOf, tableNames, type Registry, type SearchIndex, type SystemTableName, type Table } from "./registry";
import type { ConnectionPlace, Place } from "./place";
import { haveSameEntry, searchEntryOf } from "./searchEntry";
import type { Rows, StoredDocument } from "./rows";
import { refuseSystemFields } from "./systemFields";
import { createTable } from "./tables";
import { checkTableOfId, invalidId, Transaction, type DocumentOperation } from "./transaction";

interface Mark {
  registry: Registry;
  writes: number;
  afterCommit: number;
  restoreUsage: () => void;
}

export class MutationTransaction extends Transaction {
  readonly writes: IndexWrite[] = [];
  readonly afterCommit: (() => void)[] = [];
  /** True for a run that is undone in any case. Such a run only shows what the mutation reads. */
  isRehearsal = false;
  /** Maps the ids of documents that were written with a placeholder to their tables. */
  private readonly awaitingCommitTs = new Map<string, number>();
  private lastCreationTime: number;

  constructor(
    private place: Place,
    registry: Registry,
    creationTime: number,
  ) {
    super(registry);
    this.lastCreationTime = creationTime;
  }

  get rows(): Rows {
    return this.place.rows;
  }

  override rowsWith(index: SearchIndex): Rows {
    const { place } = this;
    return place.kind === "pending" && !place.rows.canSearch(index) ? this.onConnection().rows : place.rows;
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
    return this.onConnection().sql;
  }

  /** Runs a statement that only writes into one of the engine's own tables. It costs less than `sql`. */
  execute(sql: string, ...parameters: SqlValue[]): void {
    this.place.execute(sql, parameters);
  }

  /** Continues the mutation on the connection, where everything can be read and written. */
  onConnection(): ConnectionPlace {
    if (this.place.kind === "pending") this.place = this.place.moveToConnection();
    return this.place;
  }

  /** Replaces the placeholders in documents by the commit timestamp. This is the last step of a successful mutation. */
  resolveCommitTs(ts: bigint): void {
    for (const [id, tableId] of this.awaitingCommitTs) {
      const table = this.registry.tables.find((candidate) => candidate.id === tableId);
      const stored = table && this.rows.get(table, idKeyOf(id));
      // The document may have been removed or changed since, or undone together with the nested mutation that wrote
      // it.
      if (table === undefined || stored === undefined || !hasPlaceholder(stored.text)) continue;
      const old = parseDocument(stored.text);
      this.change(table, stored, old, withCommitTs(old, ts), false);
    }
  }

  /** Keeps the writes of a mutation that has succeeded. */
  keep(): void {
    this.place.keep();
  }

  /** Undoes everything that the failed mutation has done in the database. */
  takeBack(): void {
    this.place.takeBack();
  }

  insert(component: string, tableName: string, value: Json | undefined): string {
    if (tableName.startsWith("_")) {
      throw new FunctionError("SystemTable", `System tables are read-only: cannot insert into ${tableName}.`);
    }
    checkIdentifier(tableName, "Table name");
    const fields = checkFields(value, "db.insert");
    refuseSystemFields(fields, undefined);
    const table = this.tableForWriting(component, tableName);
    const document = this.newDocument(table, fields);
    this.checkSchema(table, document);
    this.store(table, document, true);
    return document._id;
  }

  insertSystem(component: string, tableName: SystemTableName, fields: JsonObject): Document {
    const table = this.tableForWriting(component, tableName);
    const document = this.newDocument(table, fields);
    this.store(table, document, false);
    return document;
  }

  /**
   * Changes the given fields of a document and returns the new document. A field with the value `{"$undefined":
   * null}` is removed.
   */
  patch(component: string, id: Json | undefined, tableName: Json | undefined, value: Json | undefined): Document {
    const { table, stored, old } = this.existing(component, id, tableName, "db.patch");
    if (!isJsonObject(value)) throw new FunctionError("ObjectsOnly", "`db.patch` takes an object of fields.");
    const removed = new Set(Object.keys(value).filter((field) => isUndefined(value[field])));
    const given = checkFields(withoutFields(value, removed), "db.patch");
    refuseSystemFields(given, old);
    // A literal that begins with a spread is slow, and this field is the first one anyway.
    const whole = { _creationTime: old._creationTime, ...withoutFields(old, removed), ...given };
    const merged = checkFields(whole, "db.patch");
    return this.change(table, stored, old, merged, true);
  }

  replace(component: string, id: Json | undefined, tableName: Json | undefined, value: Json | undefined): Document {
    const { table, stored, old } = this.existing(component, id, tableName, "db.replace");
    const fields = checkFields(value, "db.replace");
    refuseSystemFields(fields, old);
    return this.change(table, stored, old, fields, true);
  }

  replaceSystem(component: string, tableName: SystemTableName, id: string, fields: JsonObject): void {
    const table = this.tableForWriting(component, tableName);
    const stored = this.rows.get(table, idKeyOf(id));
    if (stored === undefined) throw new Error(`${tableName} ${id} is gone`);
    this.change(table, stored, parseDocument(stored.text), fields, false);
  }

  remove(component: string, id: Json | undefined, tableName: Json | undefined): Document {
    const { table, stored, old } = this.existing(component, id, tableName, "db.delete");
    this.countWrite(stored.size);
    this.erase(table, stored, old);
    return old;
  }

  removeSystem(component: string, tableName: SystemTableName, id: string): void {
    const table = this.tableForWriting(component, tableName);
    const stored = this.rows.get(table, idKeyOf(id));
    if (stored !== undefined) this.erase(table, stored, parseDocument(stored.text));
  }

  getSystem(component: string, tableName: SystemTableName, id: string): Document | undefined {
    const table = this.tableForWriting(component, tableName);
    const stored = this.rows.get(table, idKeyOf(id));
    return stored && parseDocument(stored.text);
  }

  /**
   * Inserts a document of an import. It keeps the id and the creation time that the import states. It is neither
   * checked nor counted against limits.
   */
  insertImported(table: Table, imported: { fields: JsonObject; id: string | null; creationTime: number | null }): void {
    const made = this.newDocument(table, imported.fields);
    const { id, creationTime } = imported;
    this.store(table, { ...made, _creationTime: creationTime ?? made._creationTime, _id: id ?? made._id }, false);
  }

  /** Deletes at most `most` documents of a table that is being dropped. Returns false when no more are left. */
  eraseSome(table: Table, most: number): boolean {
    const some = this.rows.scan({ kind: "byId", table }, { from: Buffer.alloc(0), to: null }, "asc", most);
    for (const stored of some) this.erase(table, stored, parseDocument(stored.text));
    return some.length === most;
  }

  /** Runs a nested mutation. If it throws, everything it did is undone: writes, jobs, tables and hooks. */
  async nested<T>(run: () => T | Promise<T>): Promise<T> {
    this.place.beginNested();
    const mark = this.mark();
    try {
      const result = await run();
      this.place.keepNested();
      return result;
    } catch (error) {
      this.place.undoNested();
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
    this.noteTableNames(tableName);
    return created;
  }

  private noteTableNames(tableName: string): void {
    this.noteWrite(tableNames, Buffer.from(tableName));
  }

  /**
   * Marks a table as moved: results that found no table of this name, or that read all of this one, are out of date.
   */
  noteMove(table: Table): void {
    this.noteTableNames(table.name);
    this.noteWrite(byIdIndexOf(table), Buffer.alloc(0));
  }

  private newDocument(table: Table, fields: JsonObject): Document {
    this.lastCreationTime = nextUp(this.lastCreationTime);
    return {
      _creationTime: this.lastCreationTime,
      _id: encodeId(table.number, newInternalId(this.lastCreationTime)),
      ...fields,
    };
  }

  private existing(
    component: string,
    id: Json | undefined,
    tableName: Json | undefined,
    operation: DocumentOperation,
  ): { table: Table; stored: StoredDocument; old: Document } {
    const table = this.tableOfId(component, id, operation);
    if (typeof tableName === "string") checkTableOfId(table, tableName, operation);
    if (table?.name.startsWith("_")) {
      throw invalidId(operation, "System tables can only be accessed with db.system.");
    }
    const idText = textOf(id);
    const stored = table && this.read(table, idText);
    if (table === undefined || stored === undefined) throw missing(operation, idText);
    return { table, stored, old: parseDocument(stored.text) };
  }

  private change(table: Table, stored: StoredDocument, old: Document, fields: JsonObject, metered: boolean): Document {
    const document: Document = { _creationTime: old._creationTime, _id: old._id, ...fields };
    if (metered) this.checkSchema(table, document);
    const size = metered ? checkDocumentSize(document) : sizeOf(document);
    if (metered) this.countWrite(size);
    const idKey = idKeyOf(old._id);
    this.place.changes.update(table, idKey, stored, size, this.storedText(table, document));
    this.noteWrite(byIdIndexOf(table), idKey);
    for (const index of table.searchIndexes) {
      if (haveSameEntry(index, old, document)) continue;
      this.removeSearchEntry(index, old, stored.row);
      this.addSearchEntry(index, document, stored.row);
    }
    for (const index of table.indexes) {
      const before = indexKeyOf(index, old);
      this.noteWrite(index.id, before);
      if (haveSameKey(index, old, document)) continue;
      const after = indexKeyOf(index, document);
      if (before.equals(after)) continue;
      this.place.changes.removeEntry(index, before, stored.row);
      this.place.changes.addEntry(index, after, stored.row);
      this.noteWrite(index.id, after);
    }
    return document;
  }

  private store(table: Table, document: Document, metered: boolean): void {
    // The arguments of a scheduled function may be larger than a document may be.
    const size = metered ? checkDocumentSize(document) : sizeOf(document);
    if (metered) this.countWrite(size);
    const idKey = idKeyOf(document._id);
    const row = this.place.changes.insert(table, idKey, size, this.storedText(table, document));
    this.noteWrite(byIdIndexOf(table), idKey);
    for (const index of table.searchIndexes) this.addSearchEntry(index, document, row);
    for (const index of table.indexes) {
      const key = indexKeyOf(index, document);
      this.place.changes.addEntry(index, key, row);
      this.noteWrite(index.id, key);
    }
  }

  private erase(table: Table, stored: StoredDocument, old: Document): void {
    const idKey = idKeyOf(old._id);
    this.place.changes.delete(table, idKey, stored);
    this.noteWrite(byIdIndexOf(table), idKey);
    for (const index of table.searchIndexes) this.removeSearchEntry(index, old, stored.row);
    for (const index of table.indexes) {
      const key = indexKeyOf(index, old);
      this.place.changes.removeEntry(index, key, stored.row);
      this.noteWrite(index.id, key);
    }
  }

  private addSearchEntry(index: SearchIndex, document: Document, row: number): void {
    const entry = searchEntryOf(index, document);
    if (entry === null) return;
    this.place.changes.addSearchEntry(index, row, entry.tokens);
    for (const key of entry.keys) this.noteWrite(index.id, key);
  }

  private removeSearchEntry(index: SearchIndex, document: Document, row: number): void {
    const entry = searchEntryOf(index, document);
    if (entry === null) return;
    this.place.changes.removeSearchEntry(index, row, entry.tokens);
    for (const key of entry.keys) this.noteWrite(index.id, key);
  }

  private storedText(table: Table, document: Document): string {
    const text = JSON.stringify(document);
    if (hasPlaceholder(text)) this.awaitingCommitTs.set(document._id, table.id);
    return text;
  }

  private countWrite(size: number): void {
    this.usage.add("documentsWritten", 1);
    this.usage.add("bytesWritten", size);
  }

  private noteWrite(indexId: number, key: Buffer): void {
    this.writes.push({ indexId, key });
  }

  private checkSchema(table: Table, document: Document): void {
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

function missing(operation: DocumentOperation, id: string): FunctionError {
  const verb = { "db.get": "Get", "db.patch": "Update", "db.replace": "Replace", "db.delete": "Delete" }[operation];
  return new FunctionError("NonexistentDocument", `${verb} on nonexistent document ID ${id}`);
}

function isUndefined(value: Json | undefined): boolean {
  return isJsonObject(value) && Object.keys(value).length === 1 && "$undefined" in value;
}

const float = new Float64Array(1);
const bits = new BigUint64Array(float.buffer);

/** Returns the next larger double. The value must be positive. */
function nextUp(value: number): number {
  float[0] = value;
  bits[0] = (bits[0] ?? 0n) + 1n;
  return float[0] ?? value;
}
