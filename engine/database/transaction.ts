// The reads that both queries and mutations can do. Each read adds its range to the read set.
import { FunctionError } from "../value/functionError";
import { tableNumberOf } from "../value/id";
import { keySuccessor } from "../value/indexKey";
import type { Json } from "../value/json";
import { idKeyOf } from "./documents";
import { Usage } from "./limits";
import { ReadSet } from "./readSet";
import { byIdIndexOf, tableNames, systemTables, type Registry, type SearchIndex, type Table } from "./registry";
import type { RowReader, Rows, StoredDocument } from "./rows";

export type DocumentOperation = "db.get" | "db.patch" | "db.replace" | "db.delete";

/** Makes the error for an invalid id. The prefix has Convex's text, and the client library quotes the rest. */
export function invalidId(operation: DocumentOperation, cause: string): FunctionError {
  return new FunctionError("InvalidArgument", `Invalid argument \`id\` for \`${operation}\`: ${cause}`);
}

export abstract class Transaction {
  readonly reads = new ReadSet();
  readonly usage = new Usage();
  /** The function has read who calls it, so its result cannot be reused for other callers. */
  readsCaller = false;
  /** The function has used the clock or randomness, so its result cannot be reused later. */
  isNondeterministic = false;

  constructor(public registry: Registry) {}

  /** The state that the transaction reads. */
  abstract readonly rows: Rows;

  /** The same state, in which a text search finds everything. */
  rowsWith(_index: SearchIndex): Rows {
    return this.rows;
  }
  /** Grows with every write. A scan uses it to notice that the rows it has fetched ahead are out of date. */
  abstract readonly writeCount: number;

  /** Returns the table of an id. A malformed id throws. A well-formed id that belongs to no table returns undefined. */
  tableOfId(component: string, id: Json | undefined, operation: DocumentOperation): Table | undefined {
    if (typeof id !== "string") throw invalidId(operation, "Expected a string.");
    const number = tableNumberOf(id);
    if (number === null) throw invalidId(operation, `Unable to decode ID: ${id}`);
    const table = this.registry.tableByNumber(component, number);
    if (table === undefined) this.readTableNames();
    return table;
  }

  /** Returns the stored document, or undefined. The call counts as one read even when nothing is found. */
  read(table: Table, id: string): StoredDocument | undefined {
    this.usage.add("databaseQueries", 1);
    return this.lookUp(table, id);
  }

  protected lookUp(table: Table, id: string): StoredDocument | undefined {
    const key = idKeyOf(id);
    this.reads.add(byIdIndexOf(table), { from: key, to: keySuccessor(key) });
    const found = this.rows.get(table, key);
    if (found !== undefined) this.countRead(found);
    return found;
  }

  countRead(document: StoredDocument): void {
    this.usage.add("documentsRead", 1);
    this.usage.add("bytesRead", document.size);
  }

  /** Records that a table was not found. The creation of any table makes this read out of date. */
  readTableNames(): void {
    this.reads.add(tableNames, { from: Buffer.alloc(0), to: null });
  }

  /** Returns the number of documents in a table. This counts as a read of the whole table. */
  countAll(table: Table): number {
    this.reads.add(byIdIndexOf(table), { from: Buffer.alloc(0), to: null });
    return this.rows.count(table);
  }

  /** Returns the id if it belongs to that table, otherwise null. */
  normalizeId(component: string, tableName: string, id: string): string | null {
    const table = this.registry.table(component, tableName);
    if (table === undefined) this.readTableNames();
    return table !== undefined && tableNumberOf(id) === table.number ? id : null;
  }
}

export class QueryTransaction extends Transaction {
  readonly writeCount = 0;

  constructor(
    readonly rows: RowReader,
    registry: Registry,
  ) {
    super(registry);
  }
}

export function tableNameOfId(registry: Registry, component: string, id: string): string | null {
  const number = tableNumberOf(id);
  if (number === null) return null;
  // Every component has the system tables, even before they are created.
  const known = registry.tableByNumber(component, number) ?? systemTableOf(number);
  return known?.name ?? null;
}

function systemTableOf(tableNumber: number): { name: string } | undefined {
  return systemTables.find(({ number }) => number === tableNumber);
}

export function checkTableOfId(table: Table | undefined, expected: string, operation: DocumentOperation): void {
  if (table?.name === expected) return;
  throw invalidId(operation, `expected to be an Id<"${expected}">, got Id<"${table?.name ?? "unknown"}"> instead.`);
}
