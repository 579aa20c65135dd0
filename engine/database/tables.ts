// Creates tables and indexes, and reads which exist.
import type { ValidatorJson } from "../value/validatorJson";
import { announceLongWork } from "../loop/heartbeat";
import type { Connection } from "../persistence/connection";
import { indexKeyOf, parseDocument } from "./documents";
import {
  makeIndex,
  makeSearchIndex,
  Registry,
  systemTables,
  type Index,
  type SearchIndex,
  type Table,
} from "./registry";
import { RowWriter } from "./rows";
import { searchEntryOf } from "./searchEntry";
import { createSearchTable, dropSearchTable } from "./searchRows";

export const byCreationTime = "by_creation_time";

/** The content of the column `fields` of `indexes`: the fields of an index, or the definition of a search index. */
type IndexShape = readonly string[] | Pick<SearchIndex, "searchField" | "filterFields">;

export function loadRegistry(connection: Connection): Registry {
  const indexes = connection
    .prepare<[number, number, string, string]>("SELECT table_id, id, name, fields FROM indexes ORDER BY id")
    .all()
    .map(([tableId, id, name, shape]) => ({ tableId, index: readIndex(id, name, JSON.parse(shape) as IndexShape) }));
  const tables = connection
    .prepare<[number, string, string, number, string | null]>(
      "SELECT id, component, name, number, document_type FROM tables ORDER BY id",
    )
    .all();
  return new Registry(
    tables.map(([id, component, name, number, documentType]): Table => {
      const own = indexes.filter(({ tableId }) => tableId === id).map(({ index }) => index);
      return {
        id,
        component,
        name,
        number,
        documentType: documentType === null ? null : (JSON.parse(documentType) as ValidatorJson),
        indexes: own.filter((index) => "fields" in index),
        searchIndexes: own.filter((index) => "searchField" in index),
      };
    }),
  );
}

function readIndex(id: number, name: string, shape: IndexShape): Index | SearchIndex {
  return "searchField" in shape ? makeSearchIndex(id, name, shape) : makeIndex(id, name, shape);
}

export function createTable(connection: Connection, registry: Registry, component: string, name: string): Registry {
  const system = systemTables.find((table) => table.name === name);
  return insertTable(connection, registry, {
    component,
    name,
    number: system?.number ?? registry.nextNumber(component),
  });
}

export function insertTable(
  connection: Connection,
  registry: Registry,
  { component, name, number }: Pick<Table, "component" | "name" | "number">,
): Registry {
  const id = connection
    .prepare("INSERT INTO tables (component, name, number) VALUES (?, ?, ?)")
    .run(component, name, number).lastRowId;
  const table: Table = { id, component, name, number, indexes: [], searchIndexes: [], documentType: null };
  return addIndex(connection, registry.with(table), table, byCreationTime, []);
}

/** Makes the database check, from now on, that the documents of this table have this type. null ends the check. */
export function setDocumentType(
  connection: Connection,
  registry: Registry,
  table: Table,
  documentType: ValidatorJson | null,
): Registry {
  const text = documentType === null ? null : JSON.stringify(documentType);
  connection.prepare("UPDATE tables SET document_type = ? WHERE id = ?").run(text, table.id);
  return registry.with({ ...table, documentType });
}

/** Creates an index and fills it with the existing documents. */
export function addIndex(
  connection: Connection,
  registry: Registry,
  table: Table,
  name: string,
  fields: readonly string[],
): Registry {
  const index = makeIndex(insertIndex(connection, table, name, fields), name, fields);
  fill(connection, table, index);
  return registry.with({ ...table, indexes: [...table.indexes, index] });
}

function insertIndex(connection: Connection, table: Table, name: string, shape: IndexShape): number {
  return connection
    .prepare("INSERT INTO indexes (table_id, name, fields) VALUES (?, ?, ?)")
    .run(table.id, name, JSON.stringify(shape)).lastRowId;
}

/** Creates a search index and fills it with the existing documents. */
export function addSearchIndex(
  connection: Connection,
  registry: Registry,
  table: Table,
  name: string,
  { searchField, filterFields }: Pick<SearchIndex, "searchField" | "filterFields">,
): Registry {
  const shape = { searchField, filterFields };
  const index = makeSearchIndex(insertIndex(connection, table, name, shape), name, shape);
  createSearchTable(connection, index);
  const writer = new RowWriter(connection);
  for (const { row, text } of documentsOf(connection, table)) {
    const entry = searchEntryOf(index, parseDocument(text));
    if (entry !== null) writer.addSearchEntry(index, row, entry.tokens);
  }
  return registry.with({ ...table, searchIndexes: [...table.searchIndexes, index] });
}

export function dropSearchIndex(
  connection: Connection,
  registry: Registry,
  table: Table,
  index: SearchIndex,
): Registry {
  announceLongWork();
  dropSearchTable(connection, index);
  connection.prepare("DELETE FROM indexes WHERE id = ?").run(index.id);
  return registry.with({ ...table, searchIndexes: table.searchIndexes.filter((other) => other.id !== index.id) });
}

export function dropIndex(connection: Connection, registry: Registry, table: Table, index: Index): Registry {
  announceLongWork();
  connection.prepare("DELETE FROM index_entries WHERE index_id = ?").run(index.id);
  connection.prepare("DELETE FROM indexes WHERE id = ?").run(index.id);
  return registry.with({ ...table, indexes: table.indexes.filter((other) => other.id !== index.id) });
}

/**
 * Reads the documents of a table in batches, so that a large table is never completely in memory. They come in the
 * order of their creation, which an index has: in the order of their rows SQLite would sort the whole table for each
 * batch. Rows are mostly in the same order, as full-text tables like them best.
 */
export function* documentsOf(connection: Connection, table: Table): Generator<{ row: number; text: string }> {
  const index = table.indexes.find(({ name }) => name === byCreationTime);
  // A table that is just being made has no documents.
  if (index === undefined) return;
  const next = connection.prepare<[Uint8Array, number, string]>(
    "SELECT entry.key, entry.row, documents.value FROM index_entries AS entry " +
      "CROSS JOIN documents ON documents.row = entry.row " +
      "WHERE entry.index_id = ? AND entry.key > ? ORDER BY entry.key LIMIT 500",
  );
  let after: Uint8Array = new Uint8Array();
  for (;;) {
    announceLongWork();
    const batch = next.all(index.id, after);
    for (const [key, row, text] of batch) {
      yield { row, text };
      after = key;
    }
    if (batch.length < 500) return;
  }
}

function fill(connection: Connection, table: Table, index: Index): void {
  const writer = new RowWriter(connection);
  for (const { row, text } of documentsOf(connection, table)) {
    writer.addEntry(index, indexKeyOf(index, parseDocument(text)), row);
  }
}
