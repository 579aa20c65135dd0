// Checks which indexes a pushed schema may have.
import type { IndexDefinition, SchemaDefinition, SearchIndexDefinition, TableDefinition } from "../../runtime/contract";
import { checkIdentifier } from "../../value/check";
import type { ValidatorJson } from "../../value/validatorJson";
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
    checkAreDifferent(table);
    if (schema.schemaValidation) checkFieldsExist(table);
  }
}

/** Indexes are kept by what they are made of, so two that are equal would be one with two names. */
function checkAreDifferent({ tableName, indexes, searchIndexes }: TableDefinition): void {
  const [one, other] = twoEqual(indexes, ({ fields }) => fields) ?? [];
  if (one !== undefined && other !== undefined) {
    throw new RequestError(
      400,
      "IndexNotUnique",
      `In table "${tableName}" index "${one}" and index "${other}" have the same fields. Indexes must be unique within a table.`,
    );
  }
  const made = ({ searchField, filterFields }: SearchIndexDefinition) => [searchField, ...filterFields.toSorted()];
  const [search, otherSearch] = twoEqual(searchIndexes, made) ?? [];
  if (search !== undefined && otherSearch !== undefined) {
    throw new RequestError(
      400,
      "SearchIndexFieldNotUnique",
      `In table "${tableName}" search index "${search}" and search index "${otherSearch}" have the same \`searchField\` and the same \`filterFields\`. Search indexes must be unique within a table.`,
    );
  }
}

/** The names of two indexes that are made of the same. */
function twoEqual<Index extends { indexDescriptor: string }>(
  indexes: readonly Index[],
  partsOf: (index: Index) => readonly string[],
): [string, string] | null {
  const names = new Map<string, string>();
  for (const index of indexes) {
    const parts = partsOf(index).join(" ");
    const other = names.get(parts);
    if (other !== undefined) return [other, index.indexDescriptor];
    names.set(parts, index.indexDescriptor);
  }
  return null;
}

function checkFieldsExist({ tableName, documentType, indexes, searchIndexes }: TableDefinition): void {
  if (documentType === null) return;
  const named = [
    ...indexes.map(({ indexDescriptor, fields }) => ({ indexDescriptor, paths: fields })),
    ...searchIndexes.map(({ indexDescriptor, searchField, filterFields }) => ({
      indexDescriptor,
      paths: [searchField, ...filterFields],
    })),
  ];
  for (const { indexDescriptor, paths } of named) {
    const missing = paths.find((path) => !canContain(documentType, path.split(".")));
    if (missing === undefined) continue;
    const index = `In table "${tableName}" the index "${indexDescriptor}"`;
    throw invalidSchema(`${index} is invalid because it references the field ${missing} that does not exist.`);
  }
}

/** Whether a value that the validator accepts may have a field at this path. */
function canContain(validator: ValidatorJson, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined || validator.type === "any") return true;
  if (validator.type === "union") return validator.value.some((part) => canContain(part, [name, ...rest]));
  if (validator.type !== "object" || !Object.hasOwn(validator.value, name)) return false;
  const field = validator.value[name];
  return field !== undefined && canContain(field.fieldType, rest);
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
