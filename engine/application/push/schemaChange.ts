// Works out what a pushed schema changes in the existing tables: which documents must be checked, and which indexes are
// added and removed.
import type { MutationTransaction } from "../../database/mutationTransaction";
import type { Registry, SearchIndex, Table } from "../../database/registry";
import {
  addIndex,
  addSearchIndex,
  createTable,
  dropIndex,
  dropSearchIndex,
  setDocumentType,
} from "../../database/tables";
import type { IndexDefinition, SchemaDefinition, SearchIndexDefinition, TableDefinition } from "../../runtime/contract";
import type { ValidatorJson } from "../../value/validatorJson";
import type { IndexChange, IndexChanges } from "../contract";

/** Returns the tables that have documents and whose document type changes, so that their documents must be checked. */
export function changedTypes(
  registry: Registry,
  component: string,
  schema: SchemaDefinition | null,
): { table: Table; documentType: ValidatorJson | null }[] {
  return userTables(registry, component)
    .map((table) => ({ table, documentType: documentTypeOf(schema, table.name) }))
    .filter(({ table, documentType }) => JSON.stringify(table.documentType) !== JSON.stringify(documentType));
}

function documentTypeOf(schema: SchemaDefinition | null, tableName: string): ValidatorJson | null {
  if (schema === null || !schema.schemaValidation) return null;
  return schema.tables.find((table) => table.tableName === tableName)?.documentType ?? null;
}

function userTables(registry: Registry, component: string): Table[] {
  return registry.tables.filter((table) => table.component === component && !table.name.startsWith("_"));
}

export function indexChanges(registry: Registry, component: string, schema: SchemaDefinition | null): IndexChanges {
  const wanted = (schema?.tables ?? []).flatMap(definedIndexes);
  const existing = userTables(registry, component).flatMap(existingIndexes);
  return { added: indexesMissingFrom(wanted, existing), removed: indexesMissingFrom(existing, wanted) };
}

function definedIndexes({ tableName, indexes, searchIndexes }: TableDefinition): IndexChange[] {
  const nameOf = (index: { indexDescriptor: string }) => `${tableName}.${index.indexDescriptor}`;
  return [
    ...indexes.map((index) => ({ type: "database" as const, name: nameOf(index), fields: index.fields })),
    ...searchIndexes.map((index) => {
      const { searchField, filterFields } = index;
      return { type: "search" as const, name: nameOf(index), searchField, filterFields };
    }),
  ];
}

function existingIndexes(table: Table): IndexChange[] {
  return definedIndexes({
    tableName: table.name,
    indexes: schemaIndexes(table).map(({ name, fields }) => ({ indexDescriptor: name, fields: [...fields] })),
    searchIndexes: table.searchIndexes.map(({ name, searchField, filterFields }) => ({
      indexDescriptor: name,
      searchField,
      filterFields: [...filterFields],
    })),
    documentType: null,
  });
}

function indexesMissingFrom(indexes: IndexChange[], others: readonly IndexChange[]): IndexChange[] {
  const texts = new Set(others.map((other) => JSON.stringify(other)));
  return indexes.filter((index) => !texts.has(JSON.stringify(index)));
}

function schemaIndexes(table: Table) {
  return table.indexes.filter((index) => index.name !== "by_creation_time");
}

export function applySchema(
  transaction: MutationTransaction,
  component: string,
  schema: SchemaDefinition | null,
): void {
  const { sql } = transaction;
  let { registry } = transaction;
  for (const { tableName } of schema?.tables ?? []) {
    if (registry.table(component, tableName) === undefined) {
      registry = createTable(sql, registry, component, tableName);
    }
  }
  for (const { id } of userTables(registry, component)) {
    const current = () => registry.tables.find((table) => table.id === id);
    const table = current();
    if (table === undefined) continue;
    const definition = schema?.tables.find((candidate) => candidate.tableName === table.name);
    const wanted = definition?.indexes ?? [];
    const wantedSearch = definition?.searchIndexes ?? [];
    for (const index of schemaIndexes(table)) {
      const stays = wanted.some((other) => isSameIndex(other, index.name, index.fields));
      if (!stays) registry = dropIndex(sql, registry, current() ?? table, index);
    }
    for (const index of table.searchIndexes) {
      const stays = wantedSearch.some((other) => isSameSearchIndex(other, index));
      if (!stays) registry = dropSearchIndex(sql, registry, current() ?? table, index);
    }
    for (const { indexDescriptor, fields } of wanted) {
      const isThere = current()?.indexes.some((index) => index.name === indexDescriptor);
      if (!isThere) registry = addIndex(sql, registry, current() ?? table, indexDescriptor, fields);
    }
    for (const index of wantedSearch) {
      const isThere = current()?.searchIndexes.some(({ name }) => name === index.indexDescriptor);
      if (!isThere) registry = addSearchIndex(sql, registry, current() ?? table, index.indexDescriptor, index);
    }
    registry = setDocumentType(sql, registry, current() ?? table, documentTypeOf(schema, table.name));
  }
  transaction.registry = registry;
}

function isSameIndex(definition: IndexDefinition, name: string, fields: readonly string[]): boolean {
  return definition.indexDescriptor === name && definition.fields.join() === fields.join();
}

function isSameSearchIndex(definition: SearchIndexDefinition, index: SearchIndex): boolean {
  return (
    definition.indexDescriptor === index.name &&
    definition.searchField === index.searchField &&
    definition.filterFields.join() === index.filterFields.join()
  );
}
