// Replaces whole tables. A new table is filled in a namespace that no function reaches. Then it exchanges places with
// the old table in one transaction. Only the rows in `tables` change, however many documents the tables have.
import type { MutationTransaction } from "./mutationTransaction";
import { Registry, type Table } from "./registry";
import {
  addIndex,
  addSearchIndex,
  byCreationTime,
  dropIndex,
  dropSearchIndex,
  insertTable,
  setDocumentType,
} from "./tables";

export interface TableAddress {
  component: string;
  name: string;
  number: number;
}

/** Creates an empty table with the indexes and the document type of another table. */
export function makeTableLike(transaction: MutationTransaction, model: Table | null, address: TableAddress): Table {
  const { sql } = transaction;
  let registry = insertTable(sql, transaction.registry, address);
  const made = () => getTable(registry, address);
  for (const { name, fields } of model?.indexes ?? []) {
    if (name !== byCreationTime) registry = addIndex(sql, registry, made(), name, fields);
  }
  for (const index of model?.searchIndexes ?? []) registry = addSearchIndex(sql, registry, made(), index.name, index);
  if (model !== null) registry = setDocumentType(sql, registry, made(), model.documentType);
  transaction.registry = registry;
  return made();
}

export function moveTable(transaction: MutationTransaction, table: Table, component: string, number: number): void {
  transaction.sql.prepare("UPDATE tables SET component = ?, number = ? WHERE id = ?").run(component, number, table.id);
  transaction.registry = transaction.registry.with({ ...table, component, number });
  transaction.recordMove(table);
}

/** Deletes a table that has no documents any more. */
export function dropTable(transaction: MutationTransaction, table: Table): void {
  const { sql } = transaction;
  let registry = transaction.registry;
  for (const index of table.indexes) registry = dropIndex(sql, registry, table, index);
  for (const index of table.searchIndexes) registry = dropSearchIndex(sql, registry, table, index);
  sql.prepare("DELETE FROM tables WHERE id = ?").run(table.id);
  transaction.registry = new Registry(registry.tables.filter(({ id }) => id !== table.id));
}

function getTable(registry: Registry, { component, name }: TableAddress): Table {
  const table = registry.table(component, name);
  if (table === undefined) throw new Error(`table ${name} was not made`);
  return table;
}
