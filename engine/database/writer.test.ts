import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Connection } from "../persistence/connection";
import { textOf } from "../value/json";
import { FunctionError } from "../value/functionError";
import { parseDocument } from "./documents";
import { insert, mutate, temporaryDatabase, type TemporaryDatabase } from "./testing/temporaryDatabase";
import type { QueryTransaction } from "./transaction";

let temporary: TemporaryDatabase;
afterEach(() => temporary.remove());

function read(transaction: QueryTransaction, id: string) {
  const table = transaction.tableOfId("", id, "db.get");
  const stored = table && transaction.read(table, id);
  return stored && parseDocument(stored.text);
}

function increment(id: string, pause: Promise<void>): Promise<number> {
  return temporary.database.writer.mutate(async (transaction) => {
    const table = transaction.tableOfId("", id, "db.get");
    const stored = table && transaction.read(table, id);
    const value = Number(stored && parseDocument(stored.text)["value"]) + 1;
    await pause;
    transaction.patch("", id, undefined, { value });
    return value;
  });
}

describe.each(["here", "in a thread"] as const)("committing %s", (committing) => {
  beforeEach(async () => {
    temporary = await temporaryDatabase({ committing });
  });

  it("runs mutations one after another, even when they wait in the middle", async () => {
    const id = await insert(temporary.database, "counters", { value: 0 });
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 1));
    const values = await Promise.all(Array.from({ length: 50 }, () => increment(id, pause())));
    expect(values).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
  });

  it("undoes a mutation that throws without touching the others of its batch", async () => {
    const results = await Promise.allSettled([
      insert(temporary.database, "notes", { name: "a" }),
      mutate(temporary.database, (transaction) => {
        transaction.insert("", "notes", { name: "lost" });
        throw new FunctionError("Refused", "no");
      }),
      insert(temporary.database, "notes", { name: "b" }),
    ]);
    expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const names = temporary.database.readRows<[string]>("SELECT value FROM documents ORDER BY row");
    expect(names.map(([text]) => parseDocument(text)["name"])).toEqual(["a", "b"]);
  });

  it.each([
    { documents: 10, commits: 1 },
    // Two index keys for each document.
    { documents: 3_000, commits: 2 },
    { documents: 6_000, commits: 3 },
  ])("commits three mutations of $documents documents that wait together in $commits batches", async (expected) => {
    const { database } = temporary;
    const seen = new Set<bigint>();
    const insertMany = async () => {
      await mutate(database, (transaction) => {
        for (let value = 0; value < expected.documents; value++) transaction.insert("", "notes", { value });
      });
      seen.add(database.committedTs);
    };
    await Promise.all([insertMany(), insertMany(), insertMany()]);
    expect(seen.size).toBe(expected.commits);
  });

  it("answers a mutation while others come in every turn of the event loop", async () => {
    const { database } = temporary;
    let begun = 0;
    let begunAtAnswer = Number.NaN;
    const first = insert(database, "notes", {}).then(() => (begunAtAnswer = begun));
    const others: Promise<unknown>[] = [];
    for (; begun < 200; begun++) {
      others.push(insert(database, "notes", {}));
      const endsAt = performance.now() + 2;
      while (performance.now() < endsAt);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all([first, ...others]);
    expect(begunAtAnswer).toBeLessThan(200);
  });

  it("shows readers of committed data nothing of a batch that is not committed", async () => {
    const count = () => temporary.database.readCommittedRows<[number]>("SELECT count(*) FROM documents")[0]?.[0];
    await mutate(temporary.database, (transaction) => {
      transaction.insert("", "notes", {});
      expect(count()).toBe(0);
    });
    expect(count()).toBe(1);
  });

  it("shows queries nothing before it is committed, and a running query no commit at all", async () => {
    const id = await insert(temporary.database, "notes", { value: 1 });
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const query = temporary.database.query(async (transaction) => {
      const before = read(transaction, id)?.["value"];
      await held;
      return [before, read(transaction, id)?.["value"]];
    });
    await mutate(temporary.database, async (transaction) => {
      transaction.patch("", id, undefined, { value: 2 });
      const seen = await temporary.database.query(async (other) => read(other, id)?.["value"]);
      expect(seen).toBe(1);
    });
    release();
    expect(await query).toEqual([1, 1]);
    expect(await temporary.database.query(async (transaction) => read(transaction, id)?.["value"])).toBe(2);
  });

  it("reuses tables, numbers and ids after a restart", async () => {
    const id = await insert(temporary.database, "notes", { value: 1 });
    const number = temporary.database.registry.table("", "notes")?.number;
    const database = await temporary.reopen();
    expect(database.registry.table("", "notes")?.number).toBe(number);
    expect(await database.query(async (transaction) => read(transaction, id)?.["value"])).toBe(1);
    await insert(database, "other", {});
    expect(database.registry.table("", "other")?.number).toBe((number ?? 0) + 1);
  });

  it("calls the hooks of committed mutations only", async () => {
    const calls: string[] = [];
    await mutate(temporary.database, (transaction) => transaction.afterCommit.push(() => calls.push("kept")));
    await mutate(temporary.database, (transaction) => {
      transaction.afterCommit.push(() => calls.push("lost"));
      throw new Error("no");
    }).catch(() => undefined);
    expect(calls).toEqual(["kept"]);
  });

  it("runs each mutation of a batch again alone when a finished one turns out to have failed", async () => {
    let late = 0;
    let isTogether = false;
    temporary.database.writer.useJobRunner({
      run: (job) => {
        isTogether = true;
        job();
        isTogether = false;
        return true;
      },
      lateRejections: () => late,
    });
    const attempts: string[] = [];
    const write = (name: string) =>
      temporary.database.writer.mutate((transaction) => {
        attempts.push(`${name} ${isTogether ? "together" : "alone"}`);
        transaction.insert("", "notes", { name });
        if (name !== "b") return name;
        if (!isTogether) throw new FunctionError("Rejected", "a rejection nobody handled");
        late++;
        return name;
      });
    const results = await Promise.allSettled(["a", "b", "c"].map(write));
    expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(attempts.toSorted()).toEqual(["a alone", "a together", "b alone", "b together", "c alone", "c together"]);
    const names = temporary.database.readRows<[string]>("SELECT value FROM documents ORDER BY row");
    expect(names.map(([text]) => parseDocument(text)["name"])).toEqual(["a", "c"]);
  });

  it("waits for a lock that another process holds, while queries continue", async () => {
    const other = new Connection(temporary.file, { lockWaitMs: 0 });
    other.exec("BEGIN IMMEDIATE");
    const writing = insert(temporary.database, "things", { value: 1 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await temporary.database.query(async ({ rows }) => rows.touch())).toBeUndefined();
    other.exec("ROLLBACK");
    other.close();
    const id = await writing;
    expect(await temporary.database.query(async (transaction) => read(transaction, id))).toMatchObject({ value: 1 });
  });
});

describe("a thread that commits", () => {
  beforeEach(async () => {
    temporary = await temporaryDatabase();
    await insert(temporary.database, "notes", { name: "first" });
  });

  function stored(): unknown[] {
    const texts = temporary.database.readRows<[string]>("SELECT value FROM documents ORDER BY row");
    return texts.map(([text]) => parseDocument(text)["name"]);
  }

  function rename(id: string, name: string): Promise<void> {
    return mutate(temporary.database, (transaction) => void transaction.patch("", id, undefined, { name }));
  }

  it("lets mutations read a batch that is being committed", async () => {
    const id = await insert(temporary.database, "notes", { value: 0 });
    const values: number[] = [];
    for (let turn = 0; turn < 20; turn++) {
      // The first ones are on their way when the later ones run.
      await new Promise((resolve) => setImmediate(resolve));
      void increment(id, Promise.resolve()).then((value) => values.push(value));
    }
    await temporary.database.writer.idle();
    expect(values).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  });

  it("shows queries nothing of a batch that is being committed", async () => {
    const { database } = temporary;
    const id = await insert(database, "notes", { name: "old" });
    const seen = new Set<string>();
    const state = { isAnswered: false };
    const writing = rename(id, "new").then(() => (state.isAnswered = true));
    do {
      const name = await database.query(async (transaction) => read(transaction, id)?.["name"]);
      seen.add(`${textOf(name)}, ${state.isAnswered ? "answered" : "not answered"}`);
      await new Promise((resolve) => setImmediate(resolve));
    } while (!state.isAnswered);
    await writing;
    // A reader may see the commit in the same turn in which the caller is answered.
    expect([...seen].filter((text) => text !== "new, answered")).toEqual(["old, not answered"]);
  });

  it("is not needed for statements of a mutation, which see all pending writes", async () => {
    const { database } = temporary;
    const counts = await Promise.all(
      ["a", "b", "c", "d"].map((name) =>
        mutate(database, (transaction) => {
          transaction.insert("", "notes", { name });
          return transaction.sql.prepare<[number]>("SELECT count(*) FROM documents").get()?.[0];
        }),
      ),
    );
    expect(counts).toEqual([2, 3, 4, 5]);
    await insert(database, "notes", { name: "e" });
    expect(stored()).toEqual(["first", "a", "b", "c", "d", "e"]);
  });

  it("leaves nothing of a nested mutation that went to the connection and was undone", async () => {
    await mutate(temporary.database, async (transaction) => {
      transaction.insert("", "notes", { name: "outer" });
      const inner = transaction.nested(() => {
        transaction.insert("", "notes", { name: "inner" });
        transaction.sql.exec("INSERT INTO environment VALUES ('X', 'y')");
        transaction.insert("", "notes", { name: "inner, later" });
        throw new Error("undone");
      });
      await expect(inner).rejects.toThrow("undone");
      transaction.insert("", "notes", { name: "outer, later" });
    });
    expect(stored()).toEqual(["first", "outer", "outer, later"]);
    expect(temporary.database.readRows("SELECT * FROM environment")).toEqual([]);
  });

  it("undoes a mutation that went to the connection, and keeps those before it in the batch", async () => {
    const { database } = temporary;
    const results = await Promise.allSettled([
      insert(database, "notes", { name: "kept" }),
      mutate(database, (transaction) => {
        transaction.insert("", "notes", { name: "lost" });
        transaction.sql.exec("INSERT INTO environment VALUES ('X', 'y')");
        throw new Error("undone");
      }),
      insert(database, "notes", { name: "kept, too" }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(stored()).toEqual(["first", "kept", "kept, too"]);
    expect(database.readRows("SELECT * FROM environment")).toEqual([]);
  });

  it("writes statements of a mutation in order with its documents, and none of a mutation that fails", async () => {
    const { database } = temporary;
    const set = "INSERT OR REPLACE INTO environment VALUES (?, ?)";
    await Promise.allSettled([
      mutate(database, (transaction) => transaction.execute(set, "X", "1")),
      mutate(database, (transaction) => {
        transaction.execute(set, "X", "2");
        throw new Error("undone");
      }),
      mutate(database, (transaction) => transaction.execute(set, "Y", "3")),
    ]);
    expect(database.readRows("SELECT * FROM environment ORDER BY name")).toEqual([
      ["X", "1"],
      ["Y", "3"],
    ]);
  });

  it("refuses a batch that it cannot write, and what was built on it, and continues afterwards", async () => {
    const { database, file } = temporary;
    const id = await insert(database, "notes", { name: "old" });
    const other = new Connection(file, { lockWaitMs: 0 });
    other.exec("BEGIN IMMEDIATE");
    const sent = rename(id, "never");
    await new Promise((resolve) => setTimeout(resolve, 50));
    const built = mutate(database, (transaction) => {
      const table = transaction.tableOfId("", id, "db.get");
      return table && transaction.read(table, id)?.text;
    });
    const results = await Promise.allSettled([sent, built]);
    other.exec("ROLLBACK");
    other.close();
    expect(results).toEqual([
      { status: "rejected", reason: expect.objectContaining({ code: "DatabaseLocked" }) },
      { status: "rejected", reason: expect.objectContaining({ code: "DatabaseLocked" }) },
    ]);
    await rename(id, "new");
    expect(stored()).toEqual(["first", "new"]);
  });

  it("commits large batches, and frees their memory", async () => {
    const { database } = temporary;
    const text = "x".repeat(900_000);
    await Promise.all(Array.from({ length: 30 }, (_, name) => insert(database, "notes", { name, text })));
    await insert(database, "notes", { name: "small" });
    expect(stored()).toHaveLength(32);
  });
});

it("begins a thread when there is much to commit", async () => {
  temporary = await temporaryDatabase({ committing: "in a thread when busy" });
  const { database } = temporary;
  const id = await insert(database, "notes", { value: 0 });
  const inFile: boolean[] = [];
  for (let turn = 1; turn <= 200; turn++) {
    await mutate(database, (transaction) => {
      transaction.patch("", id, undefined, { value: turn });
      // The writer's connection sees the open batch only when that is its own transaction.
      const [text = ""] = database.readRows<[string]>("SELECT value FROM documents")[0] ?? [];
      inFile.push(parseDocument(text)["value"] === turn);
    });
    if (turn === 150) await database.writer.threadIsReady();
  }
  expect([inFile[0], inFile.at(-1)]).toEqual([true, false]);
  expect(await database.query(async (transaction) => read(transaction, id)?.["value"])).toBe(200);
});
