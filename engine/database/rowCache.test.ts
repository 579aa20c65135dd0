import { beforeEach, expect, it } from "vitest";
import { memoryLimits } from "../memoryLimits";
import { RowCache } from "./rowCache";
import { makeIndex, type Table } from "./registry";
import type { IndexedDocument, Rows, ScanIndex } from "./rows";

const index = makeIndex(7, "by_name", ["name"]);
const table: Table = {
  id: 3,
  component: "",
  name: "notes",
  number: 10_001,
  indexes: [index],
  searchIndexes: [],
  documentType: null,
};
const other: Table = { ...table, id: 4, name: "others", indexes: [] };
const byName: ScanIndex = { kind: "entries", index };
const all = { from: Buffer.alloc(0), to: null };

let asked: string[];
let text: string;
let kept: RowCache;
beforeEach(() => {
  asked = [];
  text = "{}";
  const note = (what: string): IndexedDocument => {
    asked.push(what);
    return { key: Buffer.from("k"), row: 1, size: 2, text };
  };
  const file: Rows = {
    search: { latest: () => [], earliest: () => [] },
    get: (of, idKey) => (idKey.toString() === "none" ? undefinedAfter(note("none")) : note(`get ${of.name}`)),
    byRow: () => note("row"),
    scan: () => [note("scan")],
    count: () => 1,
  };
  kept = new RowCache(() => file);
});

function undefinedAfter(_found: IndexedDocument): undefined {}

it("asks the file once for the same document, also for one that is not there", () => {
  for (let times = 0; times < 3; times++) {
    expect(kept.get(table, Buffer.from("a"))?.text).toBe("{}");
    expect(kept.get(table, Buffer.from("none"))).toBeUndefined();
  }
  expect(asked).toEqual(["get notes", "none"]);
});

it("asks the file once for the same short scan", () => {
  for (let times = 0; times < 3; times++) expect(kept.scan(byName, all, "asc", 2)).toHaveLength(1);
  kept.scan(byName, all, "desc", 2);
  kept.scan(byName, all, "asc", 3);
  kept.scan(byName, { from: Buffer.from("b"), to: Buffer.from("c") }, "asc", 2);
  expect(asked).toHaveLength(4);
  kept.scan(byName, all, "asc", 500);
  kept.scan(byName, all, "asc", 500);
  expect(asked).toHaveLength(6);
});

it("forgets documents and scans of a table that was written into, and nothing of others", () => {
  const read = () => [
    kept.get(table, Buffer.from("a"))?.text,
    kept.scan(byName, all, "asc", 2)[0]?.text,
    kept.scan({ kind: "byId", table }, all, "asc", 2)[0]?.text,
    kept.get(other, Buffer.from("a"))?.text,
  ];
  expect(read()).toEqual(["{}", "{}", "{}", "{}"]);
  text = '{"new":1}';
  expect(read()).toEqual(["{}", "{}", "{}", "{}"]);
  kept.forget(table);
  expect(read()).toEqual([text, text, text, "{}"]);
});

it("keeps no more than its bound", () => {
  text = "x".repeat(1_000_000);
  const ids = Array.from({ length: (2 * memoryLimits.rowCache) / text.length }, (_, id) => Buffer.from(`${id}`));
  for (const id of ids) kept.get(table, id);
  const before = asked.length;
  for (const id of ids) kept.get(table, id);
  expect(asked.length - before).toBeGreaterThan(ids.length / 2);
});
