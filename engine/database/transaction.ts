// What queries and mutations alike may do with the database: read. Reads leave their ranges in the read set.
import { FunctionError } from "../value/functionError";
import { decodeId } from "../value/id";
import { keySuccessor } from "../value/indexKey";
import type { Json } from "../value/json";
import { idKeyOf } from "./documents";
import { Usage } from "./limits";
import { ReadSet } from "./readSet";
import { byIdIndexOf, tableNames, systemTables, type Registry, type Table } from "./registry";
import type { RowReader, StoredDocument } from "./rows";

export type DocumentOperation = "db.get" | "db.patch" | "db.replace" | "db.delete";

/** The text of this prefix of errors is Convex's; the client library quotes the rest. */
export function invalidId(operation: DocumentOperation, cause: string): FunctionError {
  return new FunctionError("InvalidArgument", `Invalid argument \`id\` for \`${operation}\`: ${cause}`);
}

export abstract class Transaction {
  readonly reads = new ReadSet();
  readonly usage = new Usage();
  /** The result is not for other callers. */
  lookedAtCaller = false;
  /** It looked at the clock or at randomness: the result is not for later. */
  isOfItsMoment = false;

  constructor(
    readonly rows: RowReader,
    public registry: Registry,
  ) {}

  /** Grows with every write, so that a scan knows when what it fetched ahead is out of date. */
  abstract readonly writeCount: number;

  /** The table an id belongs to. A malformed id throws; a well-formed one of no table is undefined. */
  tableOfId(component: string, id: Json | undefined, operation: DocumentOperation): Table | undefined {
    if (typeof id !== "string") throw invalidId(operation, "Expected a string.");
    const decoded = decodeId(id);
    if (decoded === null) throw invalidId(operation, `Unable to decode ID: ${id}`);
    const table = this.registry.tableByNumber(component, decoded.tableNumber);
    if (table === undefined) this.readTableNames();
    return table;
  }

  /** The stored text of a document, or undefined. Counts as one read, found or not. */
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

  /** A table is not there (yet), which the creation of any one may change. */
  readTableNames(): void {
    this.reads.add(tableNames, { from: Buffer.alloc(0), to: null });
  }

  /** How many documents a table has; a read of all of it. */
  countAll(table: Table): number {
    this.reads.add(byIdIndexOf(table), { from: Buffer.alloc(0), to: null });
    return this.rows.count(table);
  }

  /** The id itself when it is one of that table, else null. */
  normalizeId(component: string, tableName: string, id: string): string | null {
    const table = this.registry.table(component, tableName);
    const decoded = decodeId(id);
    if (table === undefined) this.readTableNames();
    return table !== undefined && decoded !== null && decoded.tableNumber === table.number ? id : null;
  }
}

export class QueryTransaction extends Transaction {
  readonly writeCount = 0;
}

export function tableNameOfId(registry: Registry, component: string, id: string): string | null {
  const decoded = decodeId(id);
  if (decoded === null) return null;
  // Every component has the system tables, made or not.
  const known = registry.tableByNumber(component, decoded.tableNumber) ?? systemTableOf(decoded.tableNumber);
  return known?.name ?? null;
}

function systemTableOf(tableNumber: number): { name: string } | undefined {
  return systemTables.find(({ number }) => number === tableNumber);
}

export function checkTableOfId(table: Table | undefined, expected: string, operation: DocumentOperation): void {
  if (table?.name === expected) return;
  throw invalidId(operation, `expected to be an Id<"${expected}">, got Id<"${table?.name ?? "unknown"}"> instead.`);
}
