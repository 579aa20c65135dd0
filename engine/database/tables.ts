// Making tables and indexes, and reading which there are.
import type { ValidatorJson } from "../value/validatorJson";
import type { Connection } from "../persistence/connection";
import { indexKeyOf, parseDocument } from "./documents";
import { makeIndex, Registry, systemTables, type Index, type Table } from "./registry";
import { RowWriter } from "./rows";

export const byCreationTime = "by_creation_time";

export function loadRegistry(connection: Connection): Registry {
  const indexes = connection
    .prepare<[number, number, string, string]>("SELECT table_id, id, name, fields FROM indexes ORDER BY id")
    .all();
  const tables = connection
    .prepare<[number, string, string, number, string | null]>(
      "SELECT id, component, name, number, document_type FROM tables ORDER BY id",
    )
    .all();
  return new Registry(
    tables.map(([id, component, name, number, documentType]) => ({
      id,
      component,
      name,
      number,
      documentType: documentType === null ? null : (JSON.parse(documentType) as ValidatorJson),
      indexes: indexes
        .filter(([tableId]) => tableId === id)
        .map(([, indexId, indexName, fields]) => makeIndex(indexId, indexName, JSON.parse(fields) as string[])),
    })),
  );
}

export function createTable(connection: Connection, registry: Registry, component: string, name: string): Registry {
  const system = systemTables.find((table) => table.name === name);
  const number = system?.number ?? registry.nextNumber(component);
  const id = connection
    .prepare("INSERT INTO tables (component, name, number) VALUES (?, ?, ?)")
    .run(component, name, number).lastRowId;
  const table: Table = { id, component, name, number, indexes: [], documentType: null };
  return addIndex(connection, registry.with(table), table, byCreationTime, []);
}

/** From now on the documents of this table must be of this type; null ends the check. */
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

/** Makes an index and fills it with the documents that exist. */
export function addIndex(
  connection: Connection,
  registry: Registry,
  table: Table,
  name: string,
  fields: readonly string[],
): Registry {
  const id = connection
    .prepare("INSERT INTO indexes (table_id, name, fields) VALUES (?, ?, ?)")
    .run(table.id, name, JSON.stringify(fields)).lastRowId;
  const index = makeIndex(id, name, fields);
  fill(connection, table, index);
  return registry.with({ ...table, indexes: [...table.indexes, index] });
}

export function dropIndex(connection: Connection, registry: Registry, table: Table, index: Index): Registry {
  connection.prepare("DELETE FROM index_entries WHERE index_id = ?").run(index.id);
  connection.prepare("DELETE FROM indexes WHERE id = ?").run(index.id);
  return registry.with({ ...table, indexes: table.indexes.filter((other) => other.id !== index.id) });
}

/** In batches, so that a large table is never in memory as a whole. */
export function* documentsOf(connection: Connection, table: Table): Generator<{ row: number; text: string }> {
  const next = connection.prepare<[number, string]>(
    "SELECT row, value FROM documents WHERE table_id = ? AND row > ? ORDER BY row LIMIT 500",
  );
  let after = -1;
  for (;;) {
    const batch = next.all(table.id, after);
    for (const [row, text] of batch) {
      yield { row, text };
      after = row;
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
