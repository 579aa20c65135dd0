// Checks which indexes a pushed schema may have.
import type { IndexDefinition, SchemaDefinition, SearchIndexDefinition, TableDefinition } from "../../runtime/contract";
import { checkIdentifier } from "../../value/check";
import { RequestError } from "../contract";
import { asPushError } from "./pushError";

const maxIndexesPerTable = 64;
const maxFieldsPerIndex = 16;
const maxFilterFields = 16;

export function checkIndexes(schema: SchemaDefinition): void {
  for (const table of schema.tables) {
    const where = `table "${table.tableName}"`;
    asPushError(() => checkIdentifier(table.tableName, "Table name"));
    const all = [...table.indexes, ...table.searchIndexes];
    if (all.length > maxIndexesPerTable) {
      throw invalidSchema(`${where} has more than ${maxIndexesPerTable} indexes.`);
    }
    const names = all.map((index) => index.indexDescriptor);
    const double = names.find((name, at) => names.indexOf(name) !== at);
    if (double !== undefined) throw invalidSchema(`${where} has two indexes with the name "${double}".`);
    for (const { indexDescriptor } of all) checkName(table, indexDescriptor);
    for (const index of table.indexes) checkIndex(table, index);
    for (const index of table.searchIndexes) checkSearchIndex(table, index);
  }
}

function checkName(table: TableDefinition, name: string): void {
  asPushError(() => checkIdentifier(name, "Index name"));
  if (name === "by_id" || name === "by_creation_time") {
    throw invalidSchema(`${indexIn(table, name)}: the names by_id and by_creation_time are reserved.`);
  }
}

function indexIn(table: TableDefinition, name: string): string {
  return `index "${table.tableName}.${name}"`;
}

function checkIndex(table: TableDefinition, { indexDescriptor, fields }: IndexDefinition): void {
  const where = indexIn(table, indexDescriptor);
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

function checkSearchIndex(table: TableDefinition, index: SearchIndexDefinition): void {
  const where = indexIn(table, index.indexDescriptor);
  const { searchField, filterFields } = index;
  if (filterFields.length > maxFilterFields) {
    throw invalidSchema(`${where} has more than ${maxFilterFields} filter fields.`);
  }
  for (const path of [searchField, ...filterFields]) {
    for (const part of path.split(".")) asPushError(() => checkIdentifier(part, `Field of ${where}`));
  }
}

function invalidSchema(message: string): RequestError {
  return new RequestError(400, "SchemaDefinitionError", `Hit an error while evaluating your schema: ${message}`);
}
