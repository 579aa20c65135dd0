// Tests the index of a text search: it matches the documents after all writes and undone writes, a search finds the
// right documents, and the right writes make a result out of date.
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FunctionError } from "../value/functionError";
import type { Json, JsonObject } from "../value/json";
import { parseDocument } from "./documents";
import type { MutationTransaction } from "./mutationTransaction";
import { readPage } from "./pagination";
import { planQuery } from "./queryPlan";
import { QueryStream } from "./queryStream";
import type { ReadSet } from "./readSet";
import type { SearchIndex } from "./registry";
import { searchEntryOf } from "./searchEntry";
import { insert, mutate, temporaryDatabase, type TemporaryDatabase } from "./testing/temporaryDatabase";
import { addSearchIndex, createTable, documentsOf, dropSearchIndex } from "./tables";
import type { Transaction } from "./transaction";

let temporary: TemporaryDatabase;
beforeEach(async () => {
  temporary = await temporaryDatabase();
  await mutate(temporary.database, (transaction) => {
    transaction.registry = createTable(transaction.sql, transaction.registry, "", "notes");
    addIndexes(transaction);
  });
});
afterEach(() => temporary.remove());

function addIndexes(transaction: MutationTransaction): void {
  const add = (name: string, shape: Pick<SearchIndex, "searchField" | "filterFields">) => {
    transaction.registry = addSearchIndex(transaction.sql, transaction.registry, notesIn(transaction), name, shape);
  };
  add("by_text", { searchField: "text", filterFields: ["project", "state"] });
  add("by_deep_text", { searchField: "deep.text", filterFields: [] });
}

function notesIn(transaction: Transaction) {
  const table = transaction.registry.table("", "notes");
  if (table === undefined) throw new Error("the table was not created");
  return table;
}

interface Search {
  text: string;
  filters?: Record<string, Json>;
  index?: string;
}

function searchQuery({ text, filters = {}, index = "by_text" }: Search): JsonObject {
  const searchField = index === "by_text" ? "text" : "deep.text";
  return {
    source: {
      type: "Search",
      indexName: `notes.${index}`,
      filters: [
        { type: "Search", fieldPath: searchField, value: text },
        ...Object.entries(filters).map(([fieldPath, value]) => ({ type: "Eq", fieldPath, value })),
      ],
    },
    operators: [],
  };
}

const nothing = { $undefined: null };

function textsIn(transaction: Transaction, search: Search, count = Number.POSITIVE_INFINITY): Json[] {
  const stream = new QueryStream(transaction, planQuery(transaction.registry, "", searchQuery(search)));
  const texts: Json[] = [];
  while (texts.length < count) {
    const text = stream.next();
    if (text === null) break;
    texts.push(parseDocument(text)["text"] ?? null);
  }
  return texts;
}

function find(text: string, filters?: Record<string, Json>): Promise<Json[]> {
  return temporary.database.query(async (transaction) => textsIn(transaction, { text, ...(filters && { filters }) }));
}

const note = (text: string, fields: JsonObject = {}): Promise<string> =>
  insert(temporary.database, "notes", { text, ...fields });

describe("a search", () => {
  it("finds documents with any of the words or the beginning of the last one", async () => {
    for (const text of ["red apple", "green pear", "blue plum", "reddish plums"]) await note(text);
    expect(await find("red pear")).toEqual(expect.arrayContaining(["red apple", "green pear"]));
    expect(await find("red pear")).toHaveLength(2);
    expect(await find("plum")).toEqual(["blue plum", "reddish plums"]);
    expect(await find("pea")).toEqual(["green pear"]);
    expect(await find("pea apple")).toEqual(["red apple"]);
    expect(await find("")).toEqual([]);
    expect(await find("?!")).toEqual([]);
  });

  it("puts rare words before common ones, short texts before long ones, and the newest first among equals", async () => {
    for (let at = 0; at < 20; at++) await note(`common number${at}`);
    await note("rare thing");
    await note(`common ${"filler ".repeat(100)}`);
    expect((await find("common rare"))[0]).toBe("rare thing");
    const common = await find("common");
    expect(common.slice(0, 3)).toEqual(["common number19", "common number18", "common number17"]);
    expect(common.at(-1)).toMatch(/filler/);
  });

  it("puts a text with all of the words before those with one", async () => {
    await note("alpha beta");
    for (let at = 0; at < 5; at++) await note(`alpha ${at}`);
    for (let at = 0; at < 5; at++) await note(`beta ${at}`);
    expect((await find("alpha beta"))[0]).toBe("alpha beta");
  });

  it.each([1, 2, 16, 17, 18, 40])("finds and sorts the same, whether few or many have the word: %i", async (count) => {
    // Each length of a text gives its word another weight, and the shortest has the most.
    const lengths = [0, 30, 100, 200];
    const texts = Array.from({ length: count }, (_, at) => `word at${at} ${"filler ".repeat(lengths[at % 4] ?? 0)}`);
    for (const [at, text] of texts.entries())
      await note(text, { project: "a", ...(at % 3 === 0 ? { state: at } : {}) });
    await note("word", { project: "b" });
    await note("words", { project: "a" });
    const sorted = lengths.flatMap((_, weight) => texts.filter((__, at) => at % 4 === weight).reverse());
    const found = async (filters: Record<string, Json>) =>
      (await find("word", filters)).filter((text) => text !== "words");
    expect(await find("word", { project: "a" })).toContain("words");
    expect(await found({ project: "a" })).toEqual(sorted);
    expect(await found({ project: "a", state: nothing })).toEqual(sorted.filter((text) => texts.indexOf(text) % 3 > 0));
    expect(await found({ project: "a", state: 0 })).toEqual([texts[0]]);
    expect(await found({ state: 0 })).toEqual([texts[0]]);
    expect(await found({ project: "a", state: -1 })).toEqual([]);
  });

  it("filters by any of its fields, by kind and value, and by a field that is not there", async () => {
    await note("one", { project: "a", state: 1 });
    await note("one more", { project: "a" });
    await note("one else", { project: "b", state: 1 });
    await note("one bare");
    expect(await find("one", { project: "a" })).toEqual(
      ["one", "one more"]
        .toSorted(() => -1)
        .toReversed()
        .toReversed(),
    );
    expect(await find("one", { project: "a", state: 1 })).toEqual(["one"]);
    expect(await find("one", { state: 1 })).toHaveLength(2);
    expect(await find("one", { state: "1" })).toEqual([]);
    expect(await find("one", { state: { $integer: "AQAAAAAAAAA=" } })).toEqual([]);
    expect(await find("one", { project: nothing })).toEqual(["one bare"]);
    expect(await find("one", { project: "a", state: nothing })).toEqual(["one more"]);
  });

  it("sees what its own transaction wrote, also while it walks", async () => {
    const gone = await note("word gone");
    await note("word kept");
    await mutate(temporary.database, (transaction) => {
      transaction.insert("", "notes", { text: "word new" });
      expect(textsIn(transaction, { text: "word" })).toEqual(["word new", "word kept", "word gone"]);
      const stream = new QueryStream(transaction, planQuery(transaction.registry, "", searchQuery({ text: "word" })));
      expect(parseDocument(stream.next() ?? "")["text"]).toBe("word new");
      transaction.remove("", gone, undefined);
      expect(parseDocument(stream.next() ?? "")["text"]).toBe("word kept");
      expect(stream.next()).toBeNull();
    });
    expect(await find("word")).toEqual(["word new", "word kept"]);
  });

  it("counts its results as reads", async () => {
    for (let at = 0; at < 5; at++) await note("word");
    await temporary.database.query(async (transaction) => {
      expect(textsIn(transaction, { text: "word" }, 3)).toHaveLength(3);
      expect(transaction.usage.get("documentsRead")).toBe(3);
      expect(transaction.usage.get("databaseQueries")).toBe(1);
    });
  });

  it("returns 1024 results, and fails when more are requested", async () => {
    await mutate(temporary.database, (transaction) => {
      for (let at = 0; at < 1023; at++) transaction.insert("", "notes", { text: "word" });
    });
    expect(await find("word")).toHaveLength(1023);
    await note("word");
    await temporary.database.query(async (transaction) => {
      expect(textsIn(transaction, { text: "word" }, 1024)).toHaveLength(1024);
    });
    await expect(find("word")).rejects.toThrow("Search query scanned too many documents (fetched 1024)");
  });

  it.each([
    ["a field that is not the index's", [{ type: "Search", fieldPath: "other", value: "x" }], "IncorrectSearchField"],
    ["no words at all", [{ type: "Eq", fieldPath: "project", value: "x" }], "MissingSearchFilterError"],
    [
      "two searches",
      [1, 2].map(() => ({ type: "Search", fieldPath: "text", value: "x" })),
      "DuplicateSearchFiltersError",
    ],
    [
      "a filter by another field",
      [
        { type: "Search", fieldPath: "text", value: "x" },
        { type: "Eq", fieldPath: "other", value: 1 },
      ],
      "IncorrectFilterFieldError",
    ],
    [
      "nine filters",
      [
        { type: "Search", fieldPath: "text", value: "x" },
        ...Array.from({ length: 9 }, () => ({ type: "Eq", fieldPath: "project", value: "a" })),
      ],
      "TooManyFilterConditionsInSearchQueryError",
    ],
  ])("is refused with %s", async (_, filters, code) => {
    const query = { source: { type: "Search", indexName: "notes.by_text", filters }, operators: [] };
    const planned = temporary.database.query(async ({ registry }) => planQuery(registry, "", query));
    await expect(planned).rejects.toSatisfy((error) => error instanceof FunctionError && error.code === code);
  });

  it("is refused on an index or a table that does not exist", async () => {
    await temporary.database.query(async (transaction) => {
      expect(() => textsIn(transaction, { text: "x", index: "by_other" })).toThrow("Index notes.by_other not found.");
      const query = { source: { type: "Search", indexName: "nowhere.by_text", filters: [] }, operators: [] };
      expect(() => planQuery(transaction.registry, "", query)).toThrow("Index nowhere.by_text not found.");
    });
  });
});

describe("pages of a search", () => {
  async function pageTexts(cursor: Json, pageSize: number, endCursor: Json = null) {
    return await temporary.database.query(async (transaction) => {
      const query = searchQuery({ text: "alpha beta" });
      const request = { query, cursor, endCursor, pageSize, maximumRowsRead: null, maximumBytesRead: null };
      const { page, isDone, continueCursor } = readPage(transaction, "", request);
      return { ids: page.map((text) => parseDocument(text)._id), isDone, continueCursor };
    });
  }

  it("show every document that was not written meanwhile exactly once, whatever comes and goes", async () => {
    const text = fc.constantFrom("alpha", "beta", "alpha beta", "alpha alpha", "betamax", "gamma alpha", "none");
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 5, maxLength: 15 }),
        fc.array(text, { maxLength: 12 }),
        async (before, meanwhile) => {
          const ids = await Promise.all(before.map((one) => note(one)));
          const victims = ids.filter((_, at) => at % 4 === 3);
          const kept = new Set(ids.filter((_, at) => at % 4 !== 3));
          const seen: string[] = [];
          let cursor: Json = null;
          for (let turn = 0; ; turn++) {
            const page = await pageTexts(cursor, 3);
            seen.push(...page.ids);
            expect(await pageTexts(cursor, 1, page.continueCursor).then(({ ids: again }) => again)).toEqual(page.ids);
            if (page.isDone) break;
            cursor = page.continueCursor;
            const more = meanwhile[turn];
            if (more !== undefined) await note(more);
            const victim = victims[turn];
            if (victim !== undefined) {
              await mutate(temporary.database, (transaction) => transaction.remove("", victim, undefined));
            }
          }
          expect(new Set(seen).size).toBe(seen.length);
          const isMatch = (_: string, at: number) => before[at] !== "none";
          for (const id of ids.filter(isMatch).filter((one) => kept.has(one))) expect(seen).toContain(id);
          await clear();
        },
      ),
      { numRuns: 25 },
    );
  });

  async function clear(): Promise<void> {
    await mutate(temporary.database, (transaction) => {
      const ids = [...documentsOf(transaction.sql, notesIn(transaction))].map(({ text }) => parseDocument(text)._id);
      for (const id of ids) transaction.remove("", id, undefined);
    });
  }

  it("refuse the cursor of another search", async () => {
    for (const one of ["alpha", "alpha", "alpha", "alpha"]) await note(one);
    const { continueCursor } = await pageTexts(null, 2);
    await temporary.database.query(async (transaction) => {
      const request = { query: searchQuery({ text: "beta" }), cursor: continueCursor, endCursor: null, pageSize: 2 };
      expect(() => readPage(transaction, "", { ...request, maximumRowsRead: null, maximumBytesRead: null })).toThrow(
        "InvalidCursor",
      );
    });
  });
});

/** Returns every token of every search index with the row that has it. */
async function entries(): Promise<string[]> {
  return await mutate(temporary.database, ({ sql, registry }) => {
    const table = registry.table("", "notes");
    return (table?.searchIndexes ?? []).flatMap((index) => {
      sql.exec(`CREATE VIRTUAL TABLE temp.tokens USING fts5vocab(main, search_${index.id}, instance)`);
      const found = sql.prepare<[string, number]>("SELECT term, doc FROM temp.tokens").all();
      sql.exec("DROP TABLE temp.tokens");
      return found.map(([term, row]) => `${index.name} ${row} ${term}`);
    });
  });
}

async function recomputed(): Promise<string[]> {
  return await mutate(temporary.database, (transaction) => {
    const table = notesIn(transaction);
    return [...documentsOf(transaction.sql, table)].flatMap(({ row, text }) =>
      table.searchIndexes.flatMap((index) => {
        const entry = searchEntryOf(index, parseDocument(text));
        return (entry?.tokens.split(" ") ?? []).map((token) => `${index.name} ${row} ${token}`);
      }),
    );
  });
}

/** Returns the tokens in the index and the tokens that should be there. */
async function bothSorted(): Promise<[found: string[], expected: string[]]> {
  return [(await entries()).toSorted(), (await recomputed()).toSorted()];
}

type Step =
  | { kind: "insert" | "patch" | "replace"; target: number; fields: JsonObject }
  | { kind: "remove"; target: number }
  | { kind: "table" }
  | { kind: "nested"; steps: Step[]; fails: boolean };

const fields: fc.Arbitrary<JsonObject> = fc.record(
  {
    text: fc.constantFrom<Json>("red apple", "red", "green pear", "Ünï 東京", "", 7, "a b c a"),
    project: fc.constantFrom<Json>("p", "q", null),
    state: fc.constantFrom<Json>(1, "open"),
    deep: fc.constantFrom<Json>({ text: "inner word" }, { text: 1 }, "flat"),
  },
  { requiredKeys: [] },
);
const target = fc.nat(20);
const { step } = fc.letrec<{ step: Step }>((tie) => ({
  step: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.record({ kind: fc.constantFrom("insert" as const, "patch" as const, "replace" as const), target, fields }),
    fc.record({ kind: fc.constant("remove" as const), target }),
    fc.record({ kind: fc.constant("table" as const) }),
    fc.record({
      kind: fc.constant("nested" as const),
      steps: fc.array(tie("step"), { maxLength: 4 }),
      fails: fc.boolean(),
    }),
  ),
}));

const failure = new Error("on purpose");

async function take(transaction: MutationTransaction, ids: readonly string[], steps: readonly Step[]): Promise<void> {
  for (const one of steps) {
    switch (one.kind) {
      case "insert":
        transaction.insert("", "notes", one.fields);
        break;
      case "table":
        transaction.sql.exec("SELECT 1");
        break;
      case "nested":
        await transaction
          .nested(async () => {
            await take(transaction, ids, one.steps);
            if (one.fails) throw failure;
          })
          .catch((error: unknown) => {
            if (error !== failure) throw error;
          });
        break;
      default: {
        const id = ids[one.target % Math.max(1, ids.length)];
        if (id === undefined || transaction.read(notesIn(transaction), id) === undefined) break;
        if (one.kind === "remove") transaction.remove("", id, undefined);
        else transaction[one.kind]("", id, undefined, one.fields);
      }
    }
  }
}

describe("the index", () => {
  it("has the entries of exactly the existing documents, whatever was written and undone", async () => {
    const mutation = fc.record({ steps: fc.array(step, { maxLength: 6 }), fails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 6 }), async (mutations) => {
        const ids = await Promise.all(["red apple", "green pear"].map((text) => note(text, { project: "p" })));
        const ends = mutations.map(({ steps, fails }) =>
          mutate(temporary.database, async (transaction) => {
            await take(transaction, ids, steps);
            if (fails) throw failure;
          }).catch((error: unknown) => {
            if (error !== failure) throw error;
          }),
        );
        await Promise.all(ends);
        const [found, expected] = await bothSorted();
        expect(found).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it("is filled with the documents that exist when it is made, is gone when it is dropped, and outlives a restart", async () => {
    await note("red apple", { project: "p" });
    const redo = (change: (transaction: MutationTransaction) => void) => mutate(temporary.database, change);
    await redo((transaction) => {
      for (const index of notesIn(transaction).searchIndexes) {
        transaction.registry = dropSearchIndex(transaction.sql, transaction.registry, notesIn(transaction), index);
      }
    });
    expect(await entries()).toEqual([]);
    await note("red pear", { project: "p" });
    await redo(addIndexes);
    const [made, expected] = await bothSorted();
    expect(made).toEqual(expected);
    await temporary.reopen();
    expect((await bothSorted())[0]).toEqual(expected);
    expect(await find("red", { project: "p" })).toEqual(["red pear", "red apple"]);
  });
});

describe("the read set of a search", () => {
  async function readsOf(search: Search): Promise<{ reads: ReadSet; ts: bigint }> {
    return await temporary.database.query(async (transaction, { ts }) => {
      textsIn(transaction, search);
      return { reads: transaction.reads, ts };
    });
  }

  const isOutOfDate = ({ reads, ts }: { reads: ReadSet; ts: bigint }) =>
    temporary.database.writeLog.changedSince(ts, reads);

  it("is touched by a document that gains one of the words, or a word that begins with the last one", async () => {
    const search = { text: "red pl", filters: { project: "p" } };
    for (const text of ["red", "plum", "a red plum"]) {
      const reads = await readsOf(search);
      await note(text, { project: "p" });
      expect(isOutOfDate(reads)).toBe(true);
    }
  });

  it("is touched when one of its results changes, goes, or leaves the filter", async () => {
    const [changed, gone, left] = await Promise.all([1, 2, 3].map(() => note("red", { project: "p" })));
    const search = { text: "red", filters: { project: "p" } };
    let reads = await readsOf(search);
    await mutate(temporary.database, (transaction) => transaction.patch("", changed, undefined, { other: 1 }));
    expect(isOutOfDate(reads)).toBe(true);
    reads = await readsOf(search);
    await mutate(temporary.database, (transaction) => transaction.remove("", gone, undefined));
    expect(isOutOfDate(reads)).toBe(true);
    reads = await readsOf(search);
    await mutate(temporary.database, (transaction) => transaction.patch("", left, undefined, { project: "q" }));
    expect(isOutOfDate(reads)).toBe(true);
  });

  it("is not touched by other words, other projects, other tables and documents that it did not find", async () => {
    await note("red", { project: "p" });
    const other = await note("blue", { project: "p" });
    const reads = await readsOf({ text: "green red", filters: { project: "p" } });
    await note("blue red5 gree", { project: "q" });
    await note("blue greenish", { project: "p" });
    await mutate(temporary.database, (transaction) => transaction.patch("", other, undefined, { text: "yellow" }));
    await insert(temporary.database, "elsewhere", { text: "red" });
    expect(isOutOfDate(reads)).toBe(false);
  });
});
