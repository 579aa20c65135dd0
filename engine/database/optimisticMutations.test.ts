// Tests which simultaneous mutations conflict, and what happens to those that do.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FunctionError } from "../value/functionError";
import type { Json } from "../value/json";
import { parseDocument } from "./documents";
import type { MutationTransaction } from "./mutationTransaction";
import type { Conflict } from "./optimisticMutations";
import { planQuery } from "./queryPlan";
import { QueryStream } from "./queryStream";
import { addSearchIndex } from "./tables";
import { insert, mutate, tableWithIndex, temporaryDatabase, type TemporaryDatabase } from "./testing/temporaryDatabase";

let temporary: TemporaryDatabase;
let conflicts: Conflict[];
beforeEach(async () => {
  // This removes the pause before a retry.
  vi.spyOn(Math, "random").mockReturnValue(0);
  temporary = await temporaryDatabase({ concurrency: "optimistic" });
  conflicts = [];
  temporary.database.watchConflicts((conflict) => conflicts.push(conflict));
  await tableWithIndex(temporary.database, "things", "by_value", ["value"]);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await temporary.remove();
});

type Work<T> = (transaction: MutationTransaction) => T;

/** Starts all mutations at the same time: each has seen the state before any of the others. */
function together<T>(...works: Work<T>[]): Promise<T[]> {
  return Promise.all(works.map((work) => temporary.database.mutations.mutate((transaction) => work(transaction))));
}

function value(transaction: MutationTransaction, id: string): number {
  const table = transaction.tableOfId("", id, "db.get");
  const stored = table && transaction.read(table, id);
  return Number(stored && parseDocument(stored.text)["value"]);
}

const add =
  (id: string, amount = 1): Work<number> =>
  (transaction) => {
    const sum = value(transaction, id) + amount;
    transaction.patch("", id, undefined, { value: sum });
    return sum;
  };

const put =
  (fields: Record<string, Json>): Work<string> =>
  (transaction) =>
    transaction.insert("", "things", fields);

interface Range {
  from?: number;
  to?: number;
  order?: "asc" | "desc";
  limit?: number;
}

/** Counts the values in the range. It writes the number into a document that no other mutation reads. */
const count =
  ({ from, to, order = "asc", limit }: Range): Work<string> =>
  (transaction) => {
    const bounds = [
      ...(from === undefined ? [] : [{ type: "Gte", fieldPath: "value", value: from }]),
      ...(to === undefined ? [] : [{ type: "Lt", fieldPath: "value", value: to }]),
    ];
    const source = { type: "IndexRange", indexName: "things.by_value", range: bounds, order };
    const operators = limit === undefined ? [] : [{ limit }];
    const plan = planQuery(transaction.registry, "", { source, operators });
    const stream = new QueryStream(transaction, plan);
    let found = 0;
    while (stream.next() !== null) found++;
    return transaction.insert("", "counts", { found });
  };

const conflictingTables = () => conflicts.map(({ table }) => table);

describe("conflicts", () => {
  beforeEach(async () => {
    await insert(temporary.database, "counts", { found: 0 });
  });

  it("happen when two mutations read and write the same document: the later one runs again after the first", async () => {
    const id = await insert(temporary.database, "things", { value: 0 });
    expect(await together(add(id), add(id))).toEqual([1, 2]);
    expect(conflicts).toEqual([{ table: "things", failures: 0, isRetried: true }]);
  });

  it("do not happen when two mutations read and write different documents", async () => {
    const ids = [1, 2].map(() => insert(temporary.database, "things", { value: 0 }));
    await together(...(await Promise.all(ids)).map((id) => add(id)));
    expect(conflicts).toEqual([]);
  });

  it("happen with the insert of a document that was looked for and missing", async () => {
    const id = await insert(temporary.database, "things", { value: 1 });
    await mutate(temporary.database, (transaction) => transaction.remove("", id, undefined));
    const isThere: Work<boolean> = (transaction) => {
      const table = transaction.registry.table("", "things");
      const found = table !== undefined && transaction.read(table, id) !== undefined;
      transaction.insert("", "counts", { found });
      return found;
    };
    const putBack: Work<boolean> = (transaction) => {
      const table = transaction.tableForWriting("", "things");
      transaction.insertImported(table, { fields: { value: 2 }, id, creationTime: null });
      return true;
    };
    expect(await together(putBack, isThere)).toEqual([true, true]);
    expect(conflictingTables()).toEqual(["things"]);
  });

  it("happen with an insert into a range that the other has read, even an empty one", async () => {
    await together(put({ value: 5 }), count({ from: 0, to: 10 }));
    expect(conflictingTables()).toEqual(["things"]);
  });

  it("do not happen with an insert outside the range that the other has read", async () => {
    await together(put({ value: 15 }), count({ from: 0, to: 10 }));
    expect(conflicts).toEqual([]);
  });

  it("do not happen with an insert after the last row that the other has read", async () => {
    for (const each of [1, 2, 3]) await insert(temporary.database, "things", { value: each });
    await together(put({ value: 9 }), count({ from: 0, limit: 2 }));
    expect(conflicts).toEqual([]);
    await together(put({ value: 1.5 }), count({ from: 0, limit: 2 }));
    expect(conflictingTables()).toEqual(["things"]);
  });

  it("happen between a read of the newest row and an insert after it", async () => {
    await insert(temporary.database, "things", { value: 1 });
    await together(put({ value: 2 }), count({ order: "desc", limit: 1 }));
    expect(conflictingTables()).toEqual(["things"]);
  });

  it("do not happen between inserts that read nothing", async () => {
    await together(...Array.from({ length: 40 }, (_, at) => put({ value: at })));
    expect(conflicts).toEqual([]);
  });

  it("happen between a search and a write of a document with one of its words", async () => {
    await mutate(temporary.database, (transaction) => {
      const table = transaction.tableForWriting("", "things");
      const shape = { searchField: "text", filterFields: [] };
      transaction.registry = addSearchIndex(transaction.sql, transaction.registry, table, "by_text", shape);
    });
    const search: Work<string> = (transaction) => {
      const filters = [{ type: "Search", fieldPath: "text", value: "whale" }];
      const source = { type: "Search", indexName: "things.by_text", filters };
      const plan = planQuery(transaction.registry, "", { source, operators: [] });
      return transaction.insert("", "counts", { found: new QueryStream(transaction, plan).next() === null ? 0 : 1 });
    };
    await together(put({ text: "a shark" }), search);
    expect(conflicts).toEqual([]);
    await together(put({ text: "a whale" }), search);
    expect(conflictingTables()).toEqual(["things"]);
  });

  it("do not happen to a mutation that only reads", async () => {
    const id = await insert(temporary.database, "things", { value: 1 });
    expect(await together(add(id), (transaction) => value(transaction, id))).toEqual([2, 2]);
    expect(conflicts).toEqual([]);
  });

  it("also happen with reads of a nested mutation that was undone", async () => {
    const id = await insert(temporary.database, "things", { value: 1 });
    const added = together(add(id));
    const nested = temporary.database.mutations.mutate(async (transaction) => {
      const failed = transaction.nested(() => {
        value(transaction, id);
        throw new FunctionError("Refused", "no");
      });
      await failed.catch(() => undefined);
      return transaction.insert("", "counts", { found: 1 });
    });
    await Promise.all([added, nested]);
    expect(conflictingTables()).toEqual(["things"]);
  });
});

describe("a mutation that conflicts", () => {
  /** Runs a mutation and writes into what it has read between the start of an attempt and its commit, `times` times. */
  async function contended(times: number, mutations = temporary.database.mutations): Promise<string[]> {
    const id = await insert(temporary.database, "things", { value: 0 });
    const attempts: string[] = [];
    await mutations.mutate((transaction) => {
      attempts.push(transaction.isRehearsal ? "begins" : "commits");
      transaction.afterCommit.push(() => attempts.push("committed"));
      if (transaction.isRehearsal && attempts.length <= times) {
        void temporary.database.writer.mutate((other) => other.patch("", id, undefined, { value: attempts.length }));
      }
      add(id)(transaction);
    });
    return attempts;
  }

  it("is tried again four times, and its hooks are called once", async () => {
    expect(await contended(4)).toEqual([...Array.from({ length: 5 }, () => "begins"), "commits", "committed"]);
    expect(conflicts.map(({ failures }) => failures)).toEqual([0, 1, 2, 3]);
  });

  it("fails with Convex's code when it conflicts a fifth time", async () => {
    await expect(contended(5)).rejects.toMatchObject({
      code: "OptimisticConcurrencyControlFailure",
      message: expect.stringMatching(
        /^Documents read from or written to the "things" table changed while this mutation/,
      ),
    });
    expect(conflicts.at(-1)).toEqual({ table: "things", failures: 4, isRetried: false });
  });

  it("is tried again until it succeeds if the schedule started it", async () => {
    expect(await contended(20, temporary.database.jobMutations)).toContain("committed");
    expect(conflicts).toHaveLength(20);
  });

  it("leaves nothing of the failed attempts", async () => {
    const id = await insert(temporary.database, "things", { value: 0 });
    const addAndPut: Work<string> = (transaction) => {
      add(id)(transaction);
      return transaction.insert("", "counts", { found: value(transaction, id) });
    };
    await together(addAndPut, addAndPut, addAndPut);
    const texts = temporary.database.readRows<[string]>("SELECT value FROM documents ORDER BY row");
    const found = texts.map(([text]) => parseDocument(text)["found"]).filter((each) => each !== undefined);
    expect(found).toEqual([1, 2, 3]);
  });

  it("waits a random part of a time that doubles", async () => {
    const waits: unknown[] = [];
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const wait = globalThis.setTimeout;
    vi.stubGlobal("setTimeout", (call: () => void, ms: number, ...args: unknown[]) => {
      // The connections of earlier tests in this process also set timers, which have arguments and are set again later.
      if (args.length > 0) return Reflect.apply(wait, globalThis, [call, ms, ...args]) as NodeJS.Timeout;
      waits.push(ms);
      return wait(call, 0);
    });
    await contended(4);
    expect(waits).toEqual([50, 100, 200, 400]);
  });

  it("fails at once with what it throws, whatever has changed meanwhile", async () => {
    const id = await insert(temporary.database, "things", { value: 0 });
    const refuse: Work<number> = (transaction) => {
      throw new FunctionError("Refused", `it was ${value(transaction, id)}`);
    };
    await expect(together(add(id), refuse)).rejects.toThrow("it was 0");
    expect(conflicts).toEqual([]);
  });
});

it("runs at most sixteen mutations at a time, and later ones see what those wrote", async () => {
  const id = await insert(temporary.database, "things", { value: 0 });
  const begun: number[] = [];
  const look: Work<unknown> = (transaction) => {
    if (transaction.isRehearsal) begun.push(value(transaction, id));
    return transaction.insert("", "things", {});
  };
  await together<unknown>(add(id), ...Array.from({ length: 40 }, () => look));
  expect(begun.filter((seen) => seen === 0)).toHaveLength(15);
});
