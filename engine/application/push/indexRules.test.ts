import { describe, expect, it } from "vitest";
import type { TableDefinition } from "../../runtime/contract";
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
    const indexes = Array.from({ length: 64 }, (_, at) => ({ indexDescriptor: `by_${at}`, fields: ["a"] }));
    expect(() => check({ indexes })).not.toThrow();
    expect(() => check({ indexes, searchIndexes: [search()] })).toThrow("more than 64 indexes");
  });
});
