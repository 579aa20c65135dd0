// Queries for what `npx convex data` shows and for what a push asks about tables.
import { readPage } from "../../database/pagination";
import { limits } from "../../database/limits";
import type { Transaction } from "../../database/transaction";
import { FunctionError } from "../../value/functionError";
import { isJsonObject, type Json, type JsonObject } from "../../value/json";
import { integerJson } from "../../value/specialValue";
import type { NativeQuery } from "../deployment/deployment";
import { textOf } from "../syscalls/scope";

const rowsOfPage = 1_024;
const bytesOfPage = 4 * 1024 * 1024;

/** Returns a page of the names of tables that functions have made or that the schema names. */
export const listTables: NativeQuery = ({ transaction, component }) => {
  transaction.readTableNames();
  const names = transaction.registry.tables
    .filter((table) => table.component === component.path && !table.name.startsWith("_"))
    .map(({ name }) => ({ name }));
  return { page: names, isDone: true, continueCursor: "" };
};

export const tableData: NativeQuery = ({ transaction, component }, args) => {
  const query = scanOf(textOf(args, "table"), args["order"] === "asc" ? "asc" : "desc");
  const { cursor, numItems } = isJsonObject(args["paginationOpts"]) ? args["paginationOpts"] : {};
  const { page, isDone, continueCursor } = readPage(transaction, component.path, {
    query,
    cursor,
    endCursor: null,
    pageSize: typeof numItems === "number" ? Math.min(numItems, limits.pageSize) : numItems,
    maximumRowsRead: rowsOfPage,
    maximumBytesRead: bytesOfPage,
  });
  return { page: page.map((text) => JSON.parse(text) as Json), isDone, continueCursor };
};

/** Returns how many documents a table has, or null when there is no such table. */
export const tableSize: NativeQuery = ({ transaction, component }, args) => {
  const table = transaction.registry.table(component.path, textOf(args, "tableName"));
  if (table !== undefined) return transaction.countAll(table);
  transaction.readTableNames();
  return null;
};

/** Returns another value after every change of the table, so that a client can watch it and wait for a change. */
export const tableVersion: NativeQuery = ({ transaction, component, start }, args) => {
  readAll(transaction, component.path, textOf(args, "tableName"));
  return integerJson(start.snapshotTs);
};

function readAll(transaction: Transaction, component: string, tableName: string): void {
  const table = transaction.registry.table(component, tableName);
  if (table === undefined) transaction.readTableNames();
  else transaction.countAll(table);
}

function scanOf(tableName: string, order: "asc" | "desc"): JsonObject {
  if (tableName === "") throw new FunctionError("InvalidTableName", "The name of the table must not be empty.");
  return { source: { type: "FullTableScan", tableName, order }, operators: [] };
}
