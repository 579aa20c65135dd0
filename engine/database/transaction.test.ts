import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FunctionError } from "../value/functionError";
import { encodeId } from "../value/id";
import { parseDocument, type Document } from "./documents";
import type { MutationTransaction } from "./mutationTransaction";
import { insert, mutate, tableWithIndex, temporaryDatabase, type TemporaryDatabase } from "./testing/temporaryDatabase";

let temporary: TemporaryDatabase;
beforeEach(async () => {
  temporary = await temporaryDatabase();
});
afterEach(() => temporary.remove());

async function get(id: string): Promise<Document | undefined> {
  return await temporary.database.query(async (transaction) => {
    const table = transaction.tableOfId("", id, "db.get");
    const stored = table && transaction.read(table, id);
    return stored && parseDocument(stored.text);
  });
}

describe("documents", () => {
  it("are read back with their id, creation time and fields in the order of names", async () => {
    const id = await insert(temporary.database, "notes", { text: "b", A: 1, nested: { z: 1, a: [null, true] } });
    const found = await get(id);
    expect(found).toMatchObject({ _id: id, text: "b", A: 1, nested: { a: [null, true], z: 1 } });
    expect(Object.keys(found?.["nested"] ?? {})).toEqual(["a", "z"]);
  });

  it("keep a field that is called __proto__", async () => {
    const fields = JSON.parse('{"nested":{"__proto__":{"x":1}}}') as { nested: { [key: string]: number } };
    const id = await insert(temporary.database, "notes", fields);
    expect(JSON.stringify((await get(id))?.["nested"])).toBe('{"__proto__":{"x":1}}');
  });

  it("are patched field by field, and undefined removes a field", async () => {
    const id = await insert(temporary.database, "notes", { a: 1, b: 2 });
    await mutate(temporary.database, (transaction) =>
      transaction.patch("", id, undefined, { b: { $undefined: null }, c: 3 }),
    );
    const { _id, _creationTime, ...fields } = (await get(id)) ?? {};
    expect(fields).toEqual({ a: 1, c: 3 });
  });

  it("are replaced whole and keep their creation time", async () => {
    const id = await insert(temporary.database, "notes", { a: 1 });
    const before = await get(id);
    await mutate(temporary.database, (transaction) => transaction.replace("", id, undefined, { b: 2 }));
    expect(await get(id)).toEqual({ _id: id, _creationTime: before?._creationTime, b: 2 });
  });

  it("are gone after a delete, and a second delete says so", async () => {
    const id = await insert(temporary.database, "notes", {});
    await mutate(temporary.database, (transaction) => transaction.remove("", id, undefined));
    expect(await get(id)).toBeUndefined();
    await expect(mutate(temporary.database, (transaction) => transaction.remove("", id, undefined))).rejects.toThrow(
      `Delete on nonexistent document ID ${id}`,
    );
  });

  it.each([
    ["_id", "Provided document ID"],
    ["_creationTime", "Provided creation time"],
    ["_other", "starts with an underscore"],
  ])("refuse %s in what is inserted", async (field, message) => {
    await expect(insert(temporary.database, "notes", { [field]: "x" })).rejects.toThrow(message);
  });

  it("refuse more than 1 MiB", async () => {
    await expect(insert(temporary.database, "notes", { text: "x".repeat(1024 * 1024) })).rejects.toThrow(
      "maximum size 1 MiB",
    );
  });

  it("refuse more than 1024 fields, with those of the system", async () => {
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1]));
    const id = await insert(temporary.database, "notes", fields(1022));
    await mutate(temporary.database, (transaction) => transaction.patch("", id, undefined, { f0: 2 }));
    await expect(insert(temporary.database, "notes", fields(1023))).rejects.toThrow("1025 > maximum number 1024");
  });

  it("get increasing creation times, also over a clock that is set back and a restart", async () => {
    let now = 2_000_000_000_000;
    await temporary.remove();
    temporary = await temporaryDatabase({ now: () => now });
    const ids = [await insert(temporary.database, "notes", {}), await insert(temporary.database, "notes", {})];
    now -= 1_000_000;
    ids.push(await insert(temporary.database, "notes", {}));
    await temporary.reopen();
    ids.push(await insert(temporary.database, "notes", {}));
    const times = (await Promise.all(ids.map(get))).map((document) => document?._creationTime ?? 0);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(times).size).toBe(4);
  });
});

describe("ids", () => {
  it("that are malformed throw, and well-formed ids of no table return nothing", async () => {
    await expect(get("junk")).rejects.toThrow("Invalid argument `id` for `db.get`");
    expect(await get(encodeId(23_456, Buffer.alloc(16, 7)))).toBeUndefined();
  });

  it("are normalized only for their own table", async () => {
    const id = await insert(temporary.database, "notes", {});
    await insert(temporary.database, "other", {});
    await temporary.database.query(async (transaction) => {
      expect(transaction.normalizeId("", "notes", id)).toBe(id);
      expect(transaction.normalizeId("", "other", id)).toBeNull();
      expect(transaction.normalizeId("", "missing", id)).toBeNull();
      expect(transaction.normalizeId("", "notes", "junk")).toBeNull();
    });
  });
});

describe("a nested mutation that throws", () => {
  it("undoes its writes, its tables and its hooks, and nothing else", async () => {
    let hooks = 0;
    const kept = await mutate(temporary.database, async (transaction) => {
      const outer = transaction.insert("", "notes", { from: "outer" });
      const inner = transaction.nested(async () => {
        transaction.patch("", outer, undefined, { from: "inner" });
        transaction.insert("", "fresh", {});
        transaction.afterCommit.push(() => hooks++);
        throw new Error("inner failed");
      });
      await expect(inner).rejects.toThrow("inner failed");
      expect(transaction.registry.table("", "fresh")).toBeUndefined();
      return outer;
    });
    expect(await get(kept)).toMatchObject({ from: "outer" });
    expect(temporary.database.registry.table("", "fresh")).toBeUndefined();
    expect(hooks).toBe(0);
  });

  it("no longer counts its writes against the limits, but still its reads", async () => {
    await mutate(temporary.database, async (transaction) => {
      const id = transaction.insert("", "notes", {});
      const written = transaction.usage.get("documentsWritten");
      const failing = transaction.nested(async () => {
        transaction.patch("", id, undefined, { a: 1 });
        throw new Error("inner failed");
      });
      await expect(failing).rejects.toThrow("inner failed");
      expect(transaction.usage.get("documentsWritten")).toBe(written);
      expect(transaction.usage.get("documentsRead")).toBe(1);
    });
  });
});

describe("a mutation that fails", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("insert" as const), table: fc.constantFrom("notes", "fresh"), value: fc.nat(9) }),
    fc.record({ kind: fc.constant("patch" as const), at: fc.nat(9), value: fc.nat(9) }),
    fc.record({ kind: fc.constant("remove" as const), at: fc.nat(9) }),
    fc.record({ kind: fc.constantFrom("sql" as const, "nested" as const, "failedNested" as const) }),
  );
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

  async function perform(transaction: MutationTransaction, ids: string[], steps: Step[]): Promise<void> {
    for (const [position, chosen] of steps.entries()) {
      const id = "at" in chosen ? ids[chosen.at % ids.length] : undefined;
      if (chosen.kind === "insert") ids.push(transaction.insert("", chosen.table, { value: chosen.value }));
      else if (chosen.kind === "patch") transaction.patch("", id, undefined, { value: chosen.value });
      else if (chosen.kind === "remove" && ids.length > 1) {
        transaction.remove("", id, undefined);
        ids.splice(ids.indexOf(id ?? ""), 1);
      } else if (chosen.kind === "sql") transaction.sql.prepare("DELETE FROM environment").run();
      else if (chosen.kind === "nested")
        await transaction.nested(() => perform(transaction, ids, steps.slice(position + 1, position + 3)));
      else if (chosen.kind === "failedNested") {
        const inner = transaction.nested(async () => {
          await perform(transaction, [...ids], steps.slice(position + 1, position + 3));
          throw new Error("inner");
        });
        await inner.catch(() => undefined);
      }
    }
  }

  it("leaves every row and index entry as it was, whatever it did", async () => {
    await tableWithIndex(temporary.database, "notes", "by_value", ["value"]);
    const ids: string[] = [];
    for (let value = 0; value < 5; value++) ids.push(await insert(temporary.database, "notes", { value }));
    await mutate(temporary.database, (transaction) =>
      transaction.sql.prepare("INSERT INTO environment VALUES ('NAME', 'value')").run(),
    );
    const everything = () =>
      ["documents", "index_entries", "tables", "indexes", "environment"].map((table) =>
        temporary.database.readRows(`SELECT * FROM ${table}`),
      );
    const before = everything();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const failing = mutate(temporary.database, async (transaction) => {
          await perform(transaction, [...ids], steps);
          throw new FunctionError("Refused", "no");
        });
        await expect(failing).rejects.toThrow("no");
        expect(everything()).toStrictEqual(before);
      }),
      { numRuns: 150 },
    );
  });
});

describe("limits", () => {
  it("end a mutation that writes more than 16,000 documents, and undo it", async () => {
    const tooMany = mutate(temporary.database, (transaction) => {
      for (let at = 0; at <= 16_000; at++) transaction.insert("", "notes", {});
    });
    await expect(tooMany).rejects.toMatchObject({ code: "TooManyWrites" });
    expect(temporary.database.registry.table("", "notes")).toBeUndefined();
  });

  it("end a function that makes more than 4,096 reads", async () => {
    const id = await insert(temporary.database, "notes", {});
    const tooMany = temporary.database.query(async (transaction) => {
      const table = transaction.tableOfId("", id, "db.get");
      for (let at = 0; at <= 4_096; at++) if (table) transaction.read(table, id);
    });
    await expect(tooMany).rejects.toMatchObject({ code: "TooManyReads" });
  });
});
