import { describe, expect, it } from "vitest";
import type { TableDefinition } from "../../runtime/contract";
import type { ValidatorJson } from "../../value/validatorJson";
import { checkIndexes } from "./indexRules";

function check(table: Partial<TableDefinition>): void {
  const empty = { tableName: "t", indexes: [], searchIndexes: [], documentType: null };
  checkIndexes({ tables: [{ ...empty, ...table }], schemaValidation: true });
}

const search = (changes: object = {}) => ({
  indexDescriptor: "words",
  searchField: "text",
  filterFields: ["group", "deep.field"],
  ...changes,
});

describe("the search indexes of a schema", () => {
  it("may search and filter by fields of fields, beside other indexes", () => {
    const indexes = [{ indexDescriptor: "by_text", fields: ["text"] }];
    expect(() => check({ indexes, searchIndexes: [search({ searchField: "deep.text" })] })).not.toThrow();
  });

  it.each([
    ["the name of another index", [search(), search()], 'two indexes with the name "words"'],
    ["a reserved name", [search({ indexDescriptor: "by_id" })], "by_id and by_creation_time are reserved"],
    ["a name that is not an identifier", [search({ indexDescriptor: "my words" })], "my words"],
    ["a field that is not a path", [search({ searchField: "a..b" })], 'index "t.words"'],
    ["a filter that is not a path", [search({ filterFields: ["a b"] })], 'index "t.words"'],
    [
      "more than 16 filters",
      [search({ filterFields: Array.from({ length: 17 }, (_, at) => `f${at}`) })],
      "more than 16 filter fields",
    ],
  ])("are refused with %s", (_, searchIndexes, message) => {
    expect(() => check({ searchIndexes })).toThrow(message);
  });

  it("count among the 64 indexes that a table may have", () => {
    const indexes = Array.from({ length: 64 }, (_, at) => ({ indexDescriptor: `by_${at}`, fields: [`f${at}`] }));
    expect(() => check({ indexes })).not.toThrow();
    expect(() => check({ indexes, searchIndexes: [search()] })).toThrow("more than 64 indexes");
  });
});

const text: ValidatorJson = { type: "string" };
const object = (fields: Record<string, ValidatorJson>): ValidatorJson => ({
  type: "object",
  value: Object.fromEntries(Object.entries(fields).map(([name, fieldType]) => [name, { fieldType, optional: true }])),
});
const by = (...fields: string[]) => [{ indexDescriptor: "by", fields }];

describe("two indexes of a table", () => {
  const two = (...fields: [string[], string[]]) =>
    fields.map((each, at) => ({ indexDescriptor: `by_${at}`, fields: each }));
  const twoSearches = (...filters: [string[], string[]]) =>
    filters.map((filterFields, at) => search({ indexDescriptor: `words_${at}`, filterFields }));

  it("may begin with the same fields", () => {
    expect(() => check({ indexes: two(["a"], ["a", "b"]) })).not.toThrow();
    expect(() => check({ indexes: two(["a", "b"], ["b", "a"]) })).not.toThrow();
    expect(() => check({ searchIndexes: twoSearches(["a"], ["b"]) })).not.toThrow();
  });

  it("must not have the same fields", () => {
    const message = 'In table "t" index "by_0" and index "by_1" have the same fields.';
    expect(() => check({ indexes: two(["a", "b"], ["a", "b"]) })).toThrow(message);
  });

  it("must not search and filter by the same fields", () => {
    const message = 'In table "t" search index "words_0" and search index "words_1"';
    expect(() => check({ searchIndexes: twoSearches(["a", "b"], ["b", "a"]) })).toThrow(message);
  });
});

describe("a field of an index", () => {
  const documentType: ValidatorJson = {
    type: "union",
    value: [object({ one: text, deep: object({ inner: text }) }), object({ two: { type: "any" } })],
  };

  it.each(["one", "two", "deep", "deep.inner", "two.whatever"])("may be %s", (field) => {
    expect(() => check({ documentType, indexes: by(field) })).not.toThrow();
    expect(() =>
      check({ documentType, searchIndexes: [search({ searchField: field, filterFields: [] })] }),
    ).not.toThrow();
  });

  it.each(["three", "deep.outer", "one.inner", "constructor", "inner"])("must exist: %s", (field) => {
    const message = (name: string) =>
      `In table "t" the index "${name}" is invalid because it references the field ${field} that does not exist.`;
    expect(() => check({ documentType, indexes: by("one", field) })).toThrow(message("by"));
    expect(() => check({ documentType, searchIndexes: [search({ searchField: field, filterFields: [] })] })).toThrow(
      message("words"),
    );
    expect(() =>
      check({ documentType, searchIndexes: [search({ searchField: "one", filterFields: [field] })] }),
    ).toThrow(message("words"));
  });

  it("may be any where the schema is not enforced, or says nothing about the documents", () => {
    const empty = { tableName: "t", indexes: by("three"), searchIndexes: [] };
    expect(() => checkIndexes({ tables: [{ ...empty, documentType }], schemaValidation: false })).not.toThrow();
    expect(() => checkIndexes({ tables: [{ ...empty, documentType: null }], schemaValidation: true })).not.toThrow();
  });
});
