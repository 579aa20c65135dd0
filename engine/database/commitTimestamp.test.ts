import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Json } from "../value/json";
import { integerOf } from "../value/specialValue";
import { parseDocument } from "./documents";
import { planQuery } from "./queryPlan";
import { QueryStream } from "./queryStream";
import { mutate, tableWithIndex, temporaryDatabase, type TemporaryDatabase } from "./testing/temporaryDatabase";
import type { Transaction } from "./transaction";

const placeholder = { $commitTs: null };

let temporary: TemporaryDatabase;
beforeEach(async () => {
  temporary = await temporaryDatabase();
  await tableWithIndex(temporary.database, "entries", "by_when", ["when"]);
});
afterEach(() => temporary.remove());

/** Returns the names and times of the documents, in the order of the index. */
function entries(transaction: Transaction, when?: Json): { name: Json | undefined; when: Json | undefined }[] {
  const range = when === undefined ? [] : [{ type: "Eq", fieldPath: "when", value: when }];
  const source = { type: "IndexRange", indexName: "entries.by_when", range, order: "asc" };
  const stream = new QueryStream(transaction, planQuery(transaction.registry, "", { source, operators: [] }));
  const found: { name: Json | undefined; when: Json | undefined }[] = [];
  for (let text = stream.next(); text !== null; text = stream.next()) {
    const document = parseDocument(text);
    found.push({ name: document["name"], when: document["when"] });
  }
  return found;
}

const committed = () => temporary.database.query(async (transaction) => entries(transaction));
const write = (name: string, when: Json = placeholder) =>
  mutate(temporary.database, (transaction) => transaction.insert("", "entries", { name, when }));

function timestampOf(value: Json | undefined): bigint {
  const { $integer } = value as { $integer: string };
  return integerOf($integer);
}

describe("the placeholder of the commit's timestamp", () => {
  it("is what the mutation itself reads, and is found above all timestamps", async () => {
    await write("before");
    await mutate(temporary.database, (transaction) => {
      transaction.insert("", "entries", { name: "now", when: placeholder });
      expect(entries(transaction).map(({ name }) => name)).toEqual(["before", "now"]);
      expect(entries(transaction, placeholder)).toEqual([{ name: "now", when: placeholder }]);
    });
  });

  it("becomes the timestamp at which the mutation was committed, in documents and in their indexes", async () => {
    await write("first");
    const { committedTs } = temporary.database;
    await write("second");
    const found = await committed();
    expect(found.map(({ name }) => name)).toEqual(["first", "second"]);
    expect(found.map(({ when }) => timestampOf(when))).toEqual([committedTs, temporary.database.committedTs]);
    const again = await temporary.database.query(async (transaction) => entries(transaction, found[0]?.when));
    expect(again).toEqual([found[0]]);
  });

  it("orders mutations of one batch as they were committed", async () => {
    await Promise.all(["a", "b", "c", "d"].map((name) => write(name)));
    const found = await committed();
    expect(found.map(({ name }) => name)).toEqual(["a", "b", "c", "d"]);
    expect(new Set(found.map(({ when }) => timestampOf(when))).size).toBe(4);
  });

  it("is replaced everywhere in a document, and nothing else is", async () => {
    const name = 'text with {"$commitTs":null} in it';
    await write(name, { list: [placeholder, 1], nested: { deep: placeholder } });
    const [found] = await committed();
    const integer = expect.objectContaining({ $integer: expect.any(String) });
    expect(found).toEqual({ name, when: { list: [integer, 1], nested: { deep: integer } } });
  });

  it("disappears with a nested mutation that is undone, and with a document that is removed", async () => {
    await mutate(temporary.database, async (transaction) => {
      const failing = transaction.nested(() => {
        transaction.insert("", "entries", { name: "taken back", when: placeholder });
        throw new Error("on purpose");
      });
      await failing.catch(() => undefined);
      const id = transaction.insert("", "entries", { name: "removed", when: placeholder });
      transaction.remove("", id, undefined);
      transaction.insert("", "entries", { name: "kept", when: placeholder });
    });
    expect((await committed()).map(({ name }) => name)).toEqual(["kept"]);
  });
});
