import { afterEach, beforeEach, expect, it } from "vitest";
import { parseDocument } from "./documents";
import { createTable, documentsOf } from "./tables";
import { mutate, temporaryDatabase, type TemporaryDatabase } from "./testing/temporaryDatabase";

let temporary: TemporaryDatabase;
beforeEach(async () => {
  temporary = await temporaryDatabase();
  await mutate(temporary.database, (transaction) => {
    for (const name of ["notes", "others"]) {
      transaction.registry = createTable(transaction.sql, transaction.registry, "", name);
    }
  });
});
afterEach(() => temporary.remove());

const notesRead = () =>
  mutate(temporary.database, ({ sql, registry }) => {
    const table = registry.table("", "notes");
    if (table === undefined) throw new Error("the table was not created");
    return [...documentsOf(sql, table)].map(({ text }) => parseDocument(text)["number"]);
  });

it("all documents of a table are read once, in the order of their creation, however many there are", async () => {
  expect(await notesRead()).toEqual([]);
  // Two batches and a part of a third one, between documents of another table.
  const numbers = Array.from({ length: 1_201 }, (_, number) => number);
  const ids = await mutate(temporary.database, (transaction) =>
    numbers.map((number) => {
      transaction.insert("", "others", { number });
      return transaction.insert("", "notes", { number });
    }),
  );
  expect(await notesRead()).toEqual(numbers);
  await mutate(temporary.database, (transaction) => {
    transaction.patch("", ids[7] ?? "", undefined, { number: -7 });
    for (const id of ids.slice(499, 501)) transaction.remove("", id, undefined);
  });
  const left = numbers.filter((number) => number !== 499 && number !== 500);
  expect(await notesRead()).toEqual(left.map((number) => (number === 7 ? -7 : number)));
});
