// What a pushed schema means for the tables that exist: which documents have to be looked at, which indexes come and go.
import type { MutationTransaction } from "../database/mutationTransaction";
import type { Registry, Table } from "../database/registry";
import { addIndex, createTable, dropIndex, setDocumentType } from "../database/tables";
import type { IndexDefinition, SchemaDefinition, TableDefinition } from "../runtime/contract";
import { checkIdentifier } from "../value/check";
import type { ValidatorJson } from "../value/validatorJson";
import { RequestError, type IndexChanges } from "./contract";
import { asPushError } from "./pushError";

const maxIndexesPerTable = 64;
const maxFieldsPerIndex = 16;

/** Tables that have documents and are to be checked by another type than before. */
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
  const wanted = new Map(
    (schema?.tables ?? []).flatMap((table) =>
      table.indexes.map((index) => [`${table.tableName}.${index.indexDescriptor}`, index.fields] as const),
    ),
  );
  const existing = new Map(
    userTables(registry, component).flatMap((table) =>
      schemaIndexes(table).map((index) => [`${table.name}.${index.name}`, [...index.fields]] as const),
    ),
  );
  const differs = (a: ReadonlyMap<string, readonly string[]>, b: ReadonlyMap<string, readonly string[]>) =>
    [...a]
      .filter(([name, fields]) => b.get(name)?.join() !== fields.join())
      .map(([name, fields]) => ({ name, fields: [...fields] }));
  return { added: differs(wanted, existing), removed: differs(existing, wanted) };
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
    for (const index of schemaIndexes(table)) {
      const stays = wanted.some((other) => isSameIndex(other, index.name, index.fields));
      if (!stays) registry = dropIndex(sql, registry, current() ?? table, index);
    }
    for (const { indexDescriptor, fields } of wanted) {
      const isThere = current()?.indexes.some((index) => index.name === indexDescriptor);
      if (!isThere) registry = addIndex(sql, registry, current() ?? table, indexDescriptor, fields);
    }
    registry = setDocumentType(sql, registry, current() ?? table, documentTypeOf(schema, table.name));
  }
  transaction.registry = registry;
}

function isSameIndex(definition: IndexDefinition, name: string, fields: readonly string[]): boolean {
  return definition.indexDescriptor === name && definition.fields.join() === fields.join();
}

export function checkIndexes(schema: SchemaDefinition): void {
  for (const table of schema.tables) {
    const where = `table "${table.tableName}"`;
    asPushError(() => checkIdentifier(table.tableName, "Table name"));
    if (table.indexes.length > maxIndexesPerTable) {
      throw invalidSchema(`${where} has more than ${maxIndexesPerTable} indexes.`);
    }
    const names = table.indexes.map((index) => index.indexDescriptor);
    const double = names.find((name, at) => names.indexOf(name) !== at);
    if (double !== undefined) throw invalidSchema(`${where} has two indexes with the name "${double}".`);
    for (const index of table.indexes) checkIndex(table, index);
  }
}

function checkIndex(table: TableDefinition, { indexDescriptor, fields }: IndexDefinition): void {
  const where = `index "${table.tableName}.${indexDescriptor}"`;
  asPushError(() => checkIdentifier(indexDescriptor, "Index name"));
  if (indexDescriptor === "by_id" || indexDescriptor === "by_creation_time") {
    throw invalidSchema(`${where}: the names by_id and by_creation_time are reserved.`);
  }
  if (fields.length === 0) throw invalidSchema(`${where} must have at least one field.`);
  if (fields.length > maxFieldsPerIndex) {
    throw invalidSchema(`${where} has more than ${maxFieldsPerIndex} fields.`);
  }
  if (new Set(fields).size !== fields.length) throw invalidSchema(`${where} names a field twice.`);
  const reserved = fields.find((field) => field === "_creationTime" || field === "_id");
  if (reserved !== undefined) {
    throw invalidSchema(`${where} must not name ${reserved}: it is added to every index by itself.`);
  }
}

function invalidSchema(message: string): RequestError {
  return new RequestError(400, "SchemaDefinitionError", `Hit an error while evaluating your schema: ${message}`);
}
