// The engine caches the results of queries and the contexts of functions. Callers must not be able to notice: each test
// calls a query, changes something that the query depends on, and calls it again.
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Read } from "./app/convex/reads";
import { type RunningEngine, startEngine } from "../support/engine";
import { administer, setVariable } from "./semantics/engineSubject";
import { testApp } from "./testApp";

let engine: RunningEngine;
let client: ConvexHttpClient;
beforeAll(async () => {
  engine = await startEngine({ appDir: testApp, contexts: "pool" });
  client = new ConvexHttpClient(engine.socketUrl, { logger: false });
});
afterAll(() => engine.kill());
beforeEach(() => administer(engine, "documents:clear", { tables: ["things", "jobs"] }));

const query = (name: string, args = {}): Promise<unknown> => client.query(makeFunctionReference<"query">(name), args);
const mutation = (name: string, args = {}): Promise<unknown> =>
  client.mutation(makeFunctionReference<"mutation">(name), args);
const action = (name: string, args = {}): Promise<unknown> =>
  client.action(makeFunctionReference<"action">(name), args);
const insert = (value: object, table = "things") => mutation("documents:insert", { table, value });

/** Calls often enough that everything is cached, makes the change, and calls again. */
async function aroundChange(ask: () => Promise<unknown>, change: () => Promise<unknown>): Promise<unknown[]> {
  await ask();
  const before = await ask();
  await change();
  return [before, await ask()];
}

const labels = (read: Read) => async () =>
  ((await query("reads:collect", { read })) as { label: string }[]).map(({ label }) => label);

describe("a query sees", () => {
  it("a document that is added to the empty range that it read", async () => {
    const read = labels({ table: "things", index: "by_value", range: [{ op: "eq", field: "value", value: 7 }] });
    expect(await aroundChange(read, () => insert({ label: "new", value: 7 }))).toStrictEqual([[], ["new"]]);
  });

  it("a document that moves out of the range it read", async () => {
    const id = await insert({ label: "moving", value: 7 });
    const read = labels({ table: "things", index: "by_value", range: [{ op: "gt", field: "value", value: 5 }] });
    const move = () => mutation("documents:patch", { id, set: { value: 1 } });
    expect(await aroundChange(read, move)).toStrictEqual([["moving"], []]);
  });

  it("a document that is inserted before the first one that it took", async () => {
    await insert({ label: "first", value: 5 });
    const read = { table: "things", index: "by_value" };
    const first = async () => ((await query("reads:first", { read })) as { label: string }).label;
    expect(await aroundChange(first, () => insert({ label: "earlier", value: 1 }))).toStrictEqual(["first", "earlier"]);
  });

  it("a document that is inserted before the first one that it took, in descending order", async () => {
    await insert({ label: "first", value: 5 });
    const read = { table: "things", index: "by_value", order: "desc" };
    const first = async () => ((await query("reads:first", { read })) as { label: string }).label;
    expect(await aroundChange(first, () => insert({ label: "later", value: 9 }))).toStrictEqual(["first", "later"]);
  });

  it("a change of a field that no index holds", async () => {
    const id = await insert({ label: "before" });
    const get = async () => ((await query("documents:get", { id })) as { label: string }).label;
    const change = () => mutation("documents:patch", { id, set: { label: "after" } });
    expect(await aroundChange(get, change)).toStrictEqual(["before", "after"]);
  });

  it("the deletion of a document", async () => {
    const id = await insert({ label: "doomed" });
    const get = async () => (await query("documents:get", { id })) === null;
    expect(await aroundChange(get, () => mutation("documents:remove", { id }))).toStrictEqual([false, true]);
  });

  it("a document that its filter refused before and accepts now", async () => {
    const id = await insert({ label: "filtered", value: 1, other: "no" });
    const operators: Read["operators"] = [
      {
        kind: "filter",
        expression: {
          kind: "op",
          op: "eq",
          operands: [
            { kind: "field", path: "other" },
            { kind: "literal", literal: "yes" },
          ],
        },
      },
    ];
    const read = labels({ table: "things", operators });
    const change = () => mutation("documents:patch", { id, set: { other: "yes" } });
    expect(await aroundChange(read, change)).toStrictEqual([[], ["filtered"]]);
  });

  it("the first document of a table that did not exist", async () => {
    const read = labels({ table: "appearing" });
    expect(await aroundChange(read, () => insert({ label: "here" }, "appearing"))).toStrictEqual([[], ["here"]]);
  });

  it("another number of documents", async () => {
    const count = () => query("reads:count", { table: "things" });
    expect(await aroundChange(count, () => insert({ label: "one more" }))).toStrictEqual([0, 1]);
  });

  it("a page that has grown", async () => {
    await insert({ label: "a", value: 1 });
    const page = async () => {
      const options = { cursor: null, numItems: 5 };
      const result = await query("reads:page", { read: { table: "things", index: "by_value" }, options });
      return (result as { page: unknown[] }).page.length;
    };
    expect(await aroundChange(page, () => insert({ label: "b", value: 2 }))).toStrictEqual([1, 2]);
  });

  it("everything that a query which it calls would see", async () => {
    const ask = async () => {
      const args = { path: "transactions:labels", args: { table: "things" } };
      return ((await query("calls:reportFromQuery", args)) as { value: unknown }).value;
    };
    expect(await aroundChange(ask, () => insert({ label: "nested" }))).toStrictEqual([[], ["nested"]]);
  });

  it("what an action's write changed, also from inside the action", async () => {
    const ask = () =>
      action("calls:throughAction", { via: "query", path: "transactions:labels", args: { table: "things" } });
    expect(await aroundChange(ask, () => insert({ label: "written" }))).toStrictEqual([[], ["written"]]);
  });

  it("the state of a job as it changes", async () => {
    const target = { path: "scheduling:record", args: { label: "job" }, after: 1500 };
    const id = await mutation("scheduling:schedule", target);
    const state = async () => ((await query("scheduling:job", { id })) as { state: { kind: string } }).state.kind;
    expect(await state()).toBe("pending");
    await expect.poll(state).toBe("success");
  });

  it("the deletion of a file, by its URL, its metadata and its row", async () => {
    const id = await action("files:store", { text: "doomed" });
    const ask = async () =>
      await Promise.all(
        ["files:url", "files:metadata", "files:row"].map(async (name) => (await query(name, { id })) === null),
      );
    const change = () => mutation("files:remove", { id });
    expect(await aroundChange(ask, change)).toStrictEqual([
      [false, false, false],
      [true, true, true],
    ]);
  });

  it("its own time and random numbers", async () => {
    const now = () => query("clock:now");
    const [before, after] = await aroundChange(now, () => new Promise((resolve) => setTimeout(resolve, 5)));
    expect(after).toBeGreaterThan(before as number);
  });

  it("the present caller, and not an earlier one", async () => {
    const identity = { issuer: "https://issuer.test", subject: "user-1" };
    const asSomebody = new ConvexHttpClient(engine.socketUrl, { logger: false }) as ConvexHttpClient & {
      setAdminAuth(token: string, actingAs: object): void;
    };
    asSomebody.setAdminAuth(engine.adminKey, identity);
    const reference = makeFunctionReference<"query">("about:identity");
    expect(await query("about:identity")).toBeNull();
    expect(await asSomebody.query(reference, {})).toMatchObject(identity);
    expect(await query("about:identity")).toBeNull();
  });
});

describe("an environment variable that changes", () => {
  it.each(["about:environmentVariable", "about:variableReadAtLoad"])("is seen by %s", async (name) => {
    await setVariable(engine, "SEMANTICS_VARIABLE", "one");
    const change = () => setVariable(engine, "SEMANTICS_VARIABLE", "two");
    expect(await aroundChange(() => query(name), change)).toStrictEqual(["one", "two"]);
  });

  it("while a query reads it is seen by the next", async () => {
    await setVariable(engine, "SEMANTICS_VARIABLE", "one");
    const reading = query("about:variableReadSlowly");
    await setVariable(engine, "SEMANTICS_VARIABLE", "two");
    await reading;
    expect(await query("about:variableReadSlowly")).toBe("two");
  });

  it("together with another at the same moment is not lost", async () => {
    const names = Array.from({ length: 10 }, (_, n) => `TOGETHER_${n}`);
    await Promise.all(names.map((name) => setVariable(engine, name, "set")));
    const response = await fetch(`${engine.socketUrl}/api/list_environment_variables`, {
      headers: { Authorization: `Convex ${engine.adminKey}` },
    });
    const listed = (await response.json()) as { environment_variables: Record<string, string> };
    expect(Object.keys(listed.environment_variables)).toStrictEqual(expect.arrayContaining(names));
  });
});
