// Creating, reading, changing and deleting documents; their ids and creation times.
import { convexToJson, type Value } from "convex/values";
import { type Case, part, returns, throws } from "../case";
import type { Subject } from "../subject";
import { ordered } from "../values";

const test = part("documents");
type Document = Record<string, Value> & { _id: string; _creationTime: number };

async function insert(subject: Subject, value: Value, table = "things"): Promise<string> {
  return (await subject.mutation("documents:insert", { table, value })) as string;
}

async function get(subject: Subject, id: string): Promise<Document> {
  return (await subject.query("documents:get", { id })) as Document;
}

async function insertedAndRead(subject: Subject, value: Value): Promise<Document> {
  return await get(subject, await insert(subject, value));
}

/** Returns an id of a deleted document of `things`. */
async function goneId(subject: Subject): Promise<string> {
  const id = await insert(subject, { label: "gone" });
  await subject.mutation("documents:remove", { id });
  return id;
}

const roundTrips: Case[] = ordered.map(({ label, value }) =>
  test(
    `a value (${label}) is read back as it was written`,
    async (subject) => {
      const document = await insertedAndRead(subject, value === undefined ? { label } : { label, value });
      return "value" in document ? JSON.stringify(convexToJson(document["value"])) : "no field";
    },
    returns(value === undefined ? "no field" : JSON.stringify(convexToJson(value))),
  ),
);

const nested = (levels: number): Value => (levels === 0 ? "bottom" : [nested(levels - 1)]);

const inserting: Case[] = [
  test(
    "an inserted document has its fields, its id and its creation time",
    async (subject) => {
      const started = Date.now();
      const id = await insert(subject, { label: "a", value: 1 });
      const { _id, _creationTime, ...fields } = await get(subject, id);
      return { sameId: _id === id, recent: Math.abs(_creationTime - started) < 5000, fields };
    },
    returns({ sameId: true, recent: true, fields: { label: "a", value: 1 } }),
  ),
  test(
    "documents inserted by one mutation have increasing creation times and ids of their own",
    async (subject) => {
      const values = Array.from({ length: 50 }, (_, n) => ({ label: `${n}` }));
      const ids = (await subject.mutation("documents:insertMany", { table: "things", values })) as string[];
      const times = await Promise.all(ids.map(async (id) => (await get(subject, id))._creationTime));
      const increasing = times.every((time, at) => at === 0 || time > times[at - 1]!);
      return { ids: new Set(ids).size, increasing };
    },
    returns({ ids: 50, increasing: true }),
  ),
  test(
    "creation times increase from one mutation to the next",
    async (subject) => {
      const times: number[] = [];
      for (const label of ["a", "b", "c"]) times.push((await insertedAndRead(subject, { label }))._creationTime);
      return times[0]! < times[1]! && times[1]! < times[2]!;
    },
    returns(true),
  ),
  test(
    "the first insert into a table that no schema names makes it",
    async (subject) => {
      await insert(subject, { label: "new" }, "undeclared");
      return await subject.query("transactions:labels", { table: "undeclared" });
    },
    returns(["new"]),
  ),
  ...["constructor", "toString", "hasOwnProperty", "length"].map((name) =>
    test(
      `a table and a field may be called ${name}`,
      async (subject) => {
        const id = await insert(subject, { label: name, [name]: 1 }, name);
        const found = (await get(subject, id))[name];
        const labels = await subject.query("transactions:labels", { table: name });
        await subject.mutation("documents:remove", { id });
        return [found, labels];
      },
      returns([1, [name]]),
    ),
  ),
  test(
    "an insert that brings its own _id is refused",
    async (subject) => await insert(subject, { _id: await goneId(subject), label: "a" }),
    throws(/_id/),
  ),
  test(
    "an insert that brings its own _creationTime is refused",
    async (subject) => await insert(subject, { _creationTime: 1, label: "a" }),
    throws(/_creationTime/),
  ),
  test(
    "an insert with another field that begins with _ is refused, also where no schema checks",
    async (subject) => {
      await insert(subject, { _other: 1 }, "undeclared");
    },
    throws(/_other/),
  ),
  test("an insert of something that is not an object is refused", (subject) => insert(subject, "text"), throws(/./)),
  test(
    "a system table cannot be written",
    (subject) => insert(subject, { label: "a" }, "_storage"),
    throws(/System tables \(prefixed with `_`\) are read-only/),
  ),
  test(
    "a table's name must be an identifier",
    async (subject) => {
      await insert(subject, { label: "a" }, "not-a-name");
    },
    throws(/not-a-name/),
  ),
  test(
    "a query names its table by an identifier",
    (subject) => subject.query("reads:collect", { read: { table: "not-a-name" } }),
    throws(/not-a-name/),
  ),
  test(
    "a document of more than 1 MiB is refused",
    async (subject) => {
      await insert(subject, { value: "x".repeat(1024 * 1024) });
    },
    throws(/too large/i),
  ),
  test(
    "a document of just under 1 MiB is stored",
    async (subject) =>
      ((await insertedAndRead(subject, { value: "x".repeat(1024 * 1024 - 200) }))["value"] as string).length,
    returns(1024 * 1024 - 200),
  ),
  test(
    "a document nested deeper than 16 levels is refused",
    async (subject) => {
      await insert(subject, { value: nested(20) });
    },
    throws(/nested/i),
  ),
  test(
    "a document nested 14 levels deep is stored",
    async (subject) => (await insertedAndRead(subject, { value: nested(14) }))["value"],
    returns(nested(14)),
  ),
  test(
    "an array of more than 8192 elements is refused",
    async (subject) => {
      await insert(subject, { value: Array.from({ length: 8193 }, () => 0) });
    },
    throws(/array/i),
  ),
  test(
    "an object of more than 1024 fields is refused",
    async (subject) => {
      await insert(subject, { value: Object.fromEntries(Array.from({ length: 1025 }, (_, n) => [`f${n}`, n])) });
    },
    throws(/fields/i),
  ),
];

const reading: Case[] = [
  test(
    "a document that was deleted is null",
    async (subject) => await get(subject, await goneId(subject)),
    returns(null),
  ),
  test(
    "a malformed id is an error, not null",
    (subject) => subject.query("documents:get", { id: "junk" }),
    throws(/id/i),
  ),
  test(
    "an id that is not a string is an error",
    (subject) => subject.query("documents:get", { id: 7 }),
    throws(/string/),
  ),
  test(
    "a document is found with the name of its table",
    async (subject) => {
      const id = await insert(subject, { label: "a" });
      return ((await subject.query("documents:get", { id, table: "things" })) as Document)["label"];
    },
    returns("a"),
  ),
  test(
    "an id of another table than the named one is an error",
    async (subject) => await subject.query("documents:get", { id: await insert(subject, {}), table: "strict" }),
    throws(/strict/),
  ),
  test(
    "a document of a system table is not found through db.get",
    async (subject) => await subject.query("documents:get", { id: await subject.action("files:store", { text: "a" }) }),
    throws(/db\.system/),
  ),
];

const patching: Case[] = [
  test(
    "a patch changes the fields it names and keeps the others",
    async (subject) => {
      const id = await insert(subject, { label: "a", value: 1 });
      await subject.mutation("documents:patch", { id, set: { value: 2, other: "new" } });
      const { label, value, other } = await get(subject, id);
      return { label, value, other };
    },
    returns({ label: "a", value: 2, other: "new" }),
  ),
  test(
    "a patch with undefined removes the field",
    async (subject) => {
      const id = await insert(subject, { label: "a", value: 1 });
      await subject.mutation("documents:patch", { id, unset: ["value"] });
      return "value" in (await get(subject, id));
    },
    returns(false),
  ),
  test(
    "a patch with null keeps the field",
    async (subject) => {
      const id = await insert(subject, { label: "a", value: 1 });
      await subject.mutation("documents:patch", { id, set: { value: null } });
      return (await get(subject, id))["value"];
    },
    returns(null),
  ),
  test(
    "a patch is shallow: an object takes the place of the previous one",
    async (subject) => {
      const id = await insert(subject, { value: { a: 1, b: 2 } });
      await subject.mutation("documents:patch", { id, set: { value: { b: 3 } } });
      return (await get(subject, id))["value"];
    },
    returns({ b: 3 }),
  ),
  test(
    "a patch may repeat the document's own _id and _creationTime",
    async (subject) => {
      const { _id, _creationTime } = await insertedAndRead(subject, { label: "a" });
      await subject.mutation("documents:patch", { id: _id, set: { _id, _creationTime, label: "b" } });
      const after = await get(subject, _id);
      return { label: after["label"], kept: after._creationTime === _creationTime };
    },
    returns({ label: "b", kept: true }),
  ),
  test(
    "a patch with another _id is refused",
    async (subject) => {
      const [id, other] = [await insert(subject, {}), await insert(subject, {})];
      return await subject.mutation("documents:patch", { id, set: { _id: other } });
    },
    throws(/_id/),
  ),
  test(
    "a patch with another _creationTime is refused",
    async (subject) => {
      const id = await insert(subject, {});
      return await subject.mutation("documents:patch", { id, set: { _creationTime: 1 } });
    },
    throws(/_creationTime/),
  ),
  test(
    "a patch of a document that is gone is an error",
    async (subject) => await subject.mutation("documents:patch", { id: await goneId(subject), set: { value: 1 } }),
    throws(/non-?existent doc/i),
  ),
  test(
    "a patch with the name of another table is an error",
    async (subject) =>
      await subject.mutation("documents:patch", { id: await insert(subject, {}), table: "strict", set: { value: 1 } }),
    throws(/strict/),
  ),
  test(
    "a patch with the name of the table works",
    async (subject) => {
      const id = await insert(subject, {});
      await subject.mutation("documents:patch", { id, table: "things", set: { value: 1 } });
      return (await get(subject, id))["value"];
    },
    returns(1),
  ),
];

const replacing: Case[] = [
  test(
    "a replace leaves only the new fields, and keeps the id and the creation time",
    async (subject) => {
      const before = await insertedAndRead(subject, { label: "a", value: 1 });
      await subject.mutation("documents:replace", { id: before._id, value: { other: 2 } });
      const { _id, _creationTime, ...fields } = await get(subject, before._id);
      return { kept: _id === before._id && _creationTime === before._creationTime, fields };
    },
    returns({ kept: true, fields: { other: 2 } }),
  ),
  test(
    "a replace may repeat the document's own _id and _creationTime",
    async (subject) => {
      const { _id, _creationTime } = await insertedAndRead(subject, { label: "a" });
      await subject.mutation("documents:replace", { id: _id, value: { _id, _creationTime, label: "b" } });
      return (await get(subject, _id))["label"];
    },
    returns("b"),
  ),
  test(
    "a replace with another _id is refused",
    async (subject) => {
      const [id, other] = [await insert(subject, {}), await insert(subject, {})];
      return await subject.mutation("documents:replace", { id, value: { _id: other } });
    },
    throws(/_id/),
  ),
  test(
    "a replace of a document that is gone is an error",
    async (subject) => await subject.mutation("documents:replace", { id: await goneId(subject), value: {} }),
    throws(/non-?existent doc/i),
  ),
  test(
    "a replace with the name of another table is an error",
    async (subject) =>
      await subject.mutation("documents:replace", { id: await insert(subject, {}), table: "strict", value: {} }),
    throws(/strict/),
  ),
];

const deleting: Case[] = [
  test(
    "a deleted document is gone from its table",
    async (subject) => {
      await insert(subject, { label: "kept" });
      await subject.mutation("documents:remove", { id: await insert(subject, { label: "deleted" }) });
      return await subject.query("transactions:labels", { table: "things" });
    },
    returns(["kept"]),
  ),
  test(
    "a delete of a document that is gone is an error",
    async (subject) => await subject.mutation("documents:remove", { id: await goneId(subject) }),
    throws(/non-?existent doc/i),
  ),
  test(
    "a delete with the name of another table is an error",
    async (subject) => await subject.mutation("documents:remove", { id: await insert(subject, {}), table: "strict" }),
    throws(/strict/),
  ),
  test(
    "a loop that deletes what it reads sees every document once",
    async (subject) => {
      const values = Array.from({ length: 20 }, (_, value) => ({ value }));
      await subject.mutation("documents:insertMany", { table: "things", values });
      const drained = await subject.mutation("reads:drain", { read: { table: "things", index: "by_value" } });
      return { drained, left: await subject.query("transactions:labels", { table: "things" }) };
    },
    returns({ drained: 20, left: [] }),
  ),
  test(
    "a mutation reads its own inserts, patches, replaces and deletes through an index",
    (subject) => subject.mutation("documents:ownWrites"),
    returns({
      before: [],
      inserted: ["first"],
      patched: ["second"],
      moved: [],
      replaced: ["third"],
      removed: [],
    }),
  ),
];

const ids: Case[] = [
  test(
    "an id is lower-case base32 of 31 to 37 characters",
    async (subject) => /^[0-9a-hjkmnp-tv-z]{31,37}$/.test(await insert(subject, {})),
    returns(true),
  ),
  test(
    "normalizeId keeps an id of the table",
    async (subject) => {
      const id = await insert(subject, {});
      return (await subject.query("documents:normalize", { table: "things", id })) === id;
    },
    returns(true),
  ),
  test(
    "normalizeId keeps the id of a deleted document: it looks at the id only",
    async (subject) => {
      const id = await goneId(subject);
      return (await subject.query("documents:normalize", { table: "things", id })) === id;
    },
    returns(true),
  ),
  test(
    "normalizeId of another table's id is null",
    async (subject) => {
      await insert(subject, { text: "so that the table exists" }, "strict");
      return await subject.query("documents:normalize", { table: "strict", id: await insert(subject, {}) });
    },
    returns(null),
  ),
  ...["", "junk", "not an id at all, and rather long", "0".repeat(32)].map((id) =>
    test(
      `normalizeId of ${JSON.stringify(id)} is null`,
      (subject) => subject.query("documents:normalize", { table: "things", id }),
      returns(null),
    ),
  ),
  test(
    "normalizeId for a table that does not exist is null",
    async (subject) => await subject.query("documents:normalize", { table: "nowhere", id: await insert(subject, {}) }),
    returns(null),
  ),
  test(
    "normalizeId of an id with one character changed is null",
    async (subject) => {
      const id = await insert(subject, {});
      const changed = (id.startsWith("3") ? "4" : "3") + id.slice(1);
      return await subject.query("documents:normalize", { table: "things", id: changed });
    },
    returns(null),
  ),
  test(
    "normalizeId for a system table is refused outside db.system",
    async (subject) => await subject.query("documents:normalize", { table: "_storage", id: await insert(subject, {}) }),
    throws(/System tables can only be accessed from db\.system\.normalizeId\(\)/),
  ),
  test(
    "normalizeId of db.system keeps the id of a file",
    async (subject) => {
      const id = (await subject.action("files:store", { text: "a" })) as string;
      return (await subject.query("documents:normalize", { table: "_storage", id, system: true })) === id;
    },
    returns(true),
  ),
  test(
    "normalizeId of db.system for a user's table is refused",
    async (subject) =>
      await subject.query("documents:normalize", { table: "things", id: await insert(subject, {}), system: true }),
    throws(/User tables can only be accessed from db\.normalizeId\(\)/),
  ),
  test(
    "an id field of the schema takes an id of its table",
    async (subject) => {
      const thing = await insert(subject, {});
      const id = await insert(subject, { text: "a", thing }, "strict");
      return (await get(subject, id))["thing"] === thing;
    },
    returns(true),
  ),
];

export const documentCases: Case[] = [
  ...roundTrips,
  ...inserting,
  ...reading,
  ...patching,
  ...replacing,
  ...deleting,
  ...ids,
];
