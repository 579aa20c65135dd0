import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { convexToJson, type Value } from "convex/values";
import type { Json, JsonObject } from "../value/json";
import { compareValues } from "../value/compareValues";
import { parseDocument } from "./documents";
import { readPage } from "./pagination";
import { planQuery } from "./queryPlan";
import { QueryStream } from "./queryStream";
import { insert, mutate, tableWithIndex, temporaryDatabase, type TemporaryDatabase } from "./testing/temporaryDatabase";
import type { Transaction } from "./transaction";

let temporary: TemporaryDatabase;

/** Values of each kind and their neighbours in the order, so that a few documents test every boundary. */
const samples: (Json | undefined)[] = [
  undefined,
  ...(
    [
      null,
      -5n,
      0n,
      7n,
      Number.NEGATIVE_INFINITY,
      -1.5,
      -0,
      0,
      2,
      Number.NaN,
      false,
      true,
      "",
      "a",
      "a\u0000b",
      "ab",
      "é",
      new ArrayBuffer(1),
      [],
      [1, "x"],
      [2],
      {},
      { a: 1 },
      { b: 0 },
    ] as Value[]
  ).map((value) => convexToJson(value)),
];

interface RangeTerm {
  type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
  fieldPath: string;
  value: Json;
}

function rangeQuery(range: RangeTerm[], order: "asc" | "desc", operators: Json[] = []): JsonObject {
  return {
    source: { type: "IndexRange", indexName: "rows.by_a_b", range: range as unknown as Json, order },
    operators,
  };
}

function collect(transaction: Transaction, query: JsonObject): JsonObject[] {
  const stream = new QueryStream(transaction, planQuery(transaction.registry, "", query));
  const found: JsonObject[] = [];
  for (let text = stream.next(); text !== null; text = stream.next()) found.push(parseDocument(text));
  return found;
}

function matches(term: RangeTerm, document: JsonObject): boolean {
  const literal = term.value;
  const isUndefined = JSON.stringify(literal) === '{"$undefined":null}';
  const order = compareValues(document[term.fieldPath], isUndefined ? undefined : literal);
  return { Eq: order === 0, Gt: order > 0, Gte: order >= 0, Lt: order < 0, Lte: order <= 0 }[term.type];
}

describe("index ranges", () => {
  let all: JsonObject[];
  beforeAll(async () => {
    temporary = await temporaryDatabase();
    await tableWithIndex(temporary.database, "rows", "by_a_b", ["a", "b"]);
    await mutate(temporary.database, (transaction) => {
      for (const a of samples) {
        for (const b of [undefined, null, 1, "x"]) {
          const fields: JsonObject = {};
          if (a !== undefined) fields["a"] = a;
          if (b !== undefined) fields["b"] = b;
          transaction.insert("", "rows", fields);
        }
      }
    });
    all = await temporary.database.query(async (transaction) => collect(transaction, rangeQuery([], "asc")));
  });
  afterAll(() => temporary.remove());

  const literal = fc.constantFrom(...samples).map((value): Json => value ?? { $undefined: null });
  const isUndefined = (value: Json) => JSON.stringify(value) === '{"$undefined":null}';
  const bound = (fieldPath: string, types: RangeTerm["type"][]) =>
    fc.option(fc.record({ type: fc.constantFrom(...types), fieldPath: fc.constant(fieldPath), value: literal }), {
      nil: undefined,
    });
  const onField = (fieldPath: string) => fc.tuple(bound(fieldPath, ["Gt", "Gte"]), bound(fieldPath, ["Lt", "Lte"]));
  const terms = (pair: (RangeTerm | undefined)[]) => pair.filter((term) => term !== undefined);
  const range = fc.oneof(
    onField("a").map(terms),
    fc
      .tuple(literal, onField("b"))
      .map(([value, [lower, upper]]) => terms([{ type: "Eq", fieldPath: "a", value }, lower, upper])),
  );

  it("hold everything in the total order, undefined and missing fields included", () => {
    expect(all).toHaveLength(samples.length * 4);
    for (let at = 1; at < all.length; at++) {
      expect(compareValues(all[at - 1]?.["a"], all[at]?.["a"])).toBeLessThanOrEqual(0);
    }
  });

  it("select exactly the documents that their terms describe, in both directions", async () => {
    await fc.assert(
      fc.asyncProperty(range, async (chosen) => {
        const expected = all.filter((document) => chosen.every((term) => matches(term, document)));
        await temporary.database.query(async (transaction) => {
          expect(collect(transaction, rangeQuery(chosen, "asc"))).toEqual(expected);
          expect(collect(transaction, rangeQuery(chosen, "desc"))).toEqual(expected.toReversed());
        });
      }),
      { numRuns: 400 },
    );
  });

  it("leave in the read set exactly the keys that could change what was read", async () => {
    await fc.assert(
      fc.asyncProperty(range, fc.constantFrom(...samples), async (chosen, a) => {
        const value = a ?? { $undefined: null };
        const touches = chosen.every((term) => matches(term, isUndefined(value) ? {} : { a: value }));
        const reads = await temporary.database.query(async (transaction) => {
          collect(transaction, rangeQuery(chosen, "asc"));
          return transaction.reads;
        });
        const touched: boolean[] = [];
        const undone = mutate(temporary.database, (transaction) => {
          transaction.insert("", "rows", isUndefined(value) ? {} : { a: value });
          touched.push(reads.touchedBy(transaction.writes));
          throw new Error("undone");
        });
        await expect(undone).rejects.toThrow("undone");
        expect(touched).toEqual([touches]);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    [[{ type: "Eq", fieldPath: "b", value: 1 }], "didn't use the index fields in order"],
    [[{ type: "Eq", fieldPath: "c", value: 1 }], 'included a comparison with "c"'],
    [
      [
        { type: "Gt", fieldPath: "a", value: 1 },
        { type: "Lt", fieldPath: "b", value: 1 },
      ],
      "can only be applied to a single index field",
    ],
    [
      [
        { type: "Gt", fieldPath: "a", value: 1 },
        { type: "Gte", fieldPath: "a", value: 2 },
      ],
      "Already defined lower bound in index range",
    ],
  ] as [RangeTerm[], string][])("refuse %j", async (chosen, message) => {
    await temporary.database.query(async (transaction) => {
      expect(() => collect(transaction, rangeQuery(chosen, "asc"))).toThrow(message);
    });
  });

  it("take equalities in any order", async () => {
    const chosen: RangeTerm[] = [
      { type: "Eq", fieldPath: "b", value: 1 },
      { type: "Eq", fieldPath: "a", value: "a" },
    ];
    await temporary.database.query(async (transaction) => {
      expect(collect(transaction, rangeQuery(chosen, "asc"))).toHaveLength(1);
    });
  });
});

describe("operators", () => {
  beforeEach(async () => {
    temporary = await temporaryDatabase();
    for (let at = 0; at < 10; at++) await insert(temporary.database, "rows", { at });
  });
  afterEach(() => temporary.remove());

  const scan = (operators: Json[]): JsonObject => ({
    source: { type: "FullTableScan", tableName: "rows", order: "asc" },
    operators,
  });
  const isEven: Json = { filter: { $eq: [{ $mod: [{ $field: "at" }, { $literal: 2 }] }, { $literal: 0 }] } };

  it("apply in the order in which they were written", async () => {
    await temporary.database.query(async (transaction) => {
      const ats = (operators: Json[]) => collect(transaction, scan(operators)).map((document) => document["at"]);
      expect(ats([isEven, { limit: 3 }])).toEqual([0, 2, 4]);
      expect(ats([{ limit: 3 }, isEven])).toEqual([0, 2]);
    });
  });

  it("read no more than a limit needs", async () => {
    await temporary.database.query(async (transaction) => {
      collect(transaction, scan([{ limit: 2 }]));
      expect(transaction.usage.get("documentsRead")).toBe(2);
    });
  });

  it("see what the same mutation writes while the query continues", async () => {
    await mutate(temporary.database, (transaction) => {
      const stream = new QueryStream(transaction, planQuery(transaction.registry, "", scan([])));
      expect(stream.next()).toContain('"at":0');
      transaction.insert("", "rows", { at: 99 });
      const rest: string[] = [];
      for (let text = stream.next(); text !== null; text = stream.next()) rest.push(text);
      expect(rest).toHaveLength(10);
      expect(rest.at(-1)).toContain('"at":99');
    });
  });
});

describe("pages", () => {
  beforeEach(async () => {
    temporary = await temporaryDatabase();
  });
  afterEach(() => temporary.remove());

  const query: JsonObject = { source: { type: "FullTableScan", tableName: "rows", order: "asc" }, operators: [] };
  const page = (cursor: string | null, pageSize: number, of: JsonObject = query, endCursor: string | null = null) =>
    temporary.database.query(async (transaction) =>
      readPage(transaction, "", {
        query: of,
        cursor,
        endCursor,
        pageSize,
        maximumRowsRead: null,
        maximumBytesRead: null,
      }),
    );

  it("say that an exactly full last page may have a successor, which is empty and done", async () => {
    for (let at = 0; at < 4; at++) await insert(temporary.database, "rows", { at });
    const first = await page(null, 2);
    const second = await page(first.continueCursor, 2);
    expect([first.isDone, second.isDone]).toEqual([false, false]);
    expect(await page(second.continueCursor, 2)).toMatchObject({ page: [], isDone: true });
  });

  it("end exactly at an end cursor, whatever their size", async () => {
    for (let at = 0; at < 6; at++) await insert(temporary.database, "rows", { at });
    const first = await page(null, 3);
    await insert(temporary.database, "rows", { at: 6 });
    expect((await page(null, 1, query, first.continueCursor)).page).toEqual(first.page);
  });

  it("refuse a cursor of another query, and a garbled one", async () => {
    for (let at = 0; at < 4; at++) await insert(temporary.database, "rows", { at });
    const { continueCursor } = await page(null, 2);
    const other: JsonObject = { ...query, source: { type: "FullTableScan", tableName: "rows", order: "desc" } };
    await expect(page(continueCursor, 2, other)).rejects.toThrow("InvalidCursor");
    await expect(page("garbled", 2)).rejects.toMatchObject({ data: { paginationError: "InvalidCursor" } });
  });

  it("show every row that was there throughout exactly once, whatever is inserted and deleted meanwhile", async () => {
    const change = fc.record({ insert: fc.nat(3), remove: fc.nat(3), pageSize: fc.integer({ min: 1, max: 5 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const survivors = new Set<string>();
        for (let at = 0; at < 12; at++) survivors.add(await insert(temporary.database, "rows", { at }));
        const seen: string[] = [];
        let cursor: string | null = null;
        let isDone = false;
        for (let turn = 0; !isDone; turn++) {
          const {
            insert: inserted,
            remove,
            pageSize,
          } = changes[turn % changes.length] ?? { insert: 0, remove: 0, pageSize: 3 };
          const result = await page(cursor, pageSize);
          seen.push(...result.page.map((text) => parseDocument(text)._id));
          cursor = result.continueCursor;
          ({ isDone } = result);
          if (turn > 10) continue;
          for (let at = 0; at < inserted; at++) await insert(temporary.database, "rows", { late: true });
          for (const id of [...survivors].slice(0, remove)) {
            survivors.delete(id);
            await mutate(temporary.database, (transaction) => transaction.remove("", id, undefined));
          }
        }
        expect(new Set(seen).size).toBe(seen.length);
        expect([...survivors].every((id) => seen.includes(id))).toBe(true);
      }),
      { numRuns: 25 },
    );
  });
});
