// Components from npm, unmodified: each of their public functions does on the engine what its package promises.
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Connection } from "../../engine/persistence/connection";
import { type RunningEngine, startEngine } from "../support/engine";
import { componentsApp } from "./testApp";

let engine: RunningEngine;
let client: ConvexHttpClient;
beforeAll(async () => {
  engine = await startEngine({ appDir: componentsApp });
  client = new ConvexHttpClient(engine.socketUrl, { logger: false });
});
afterAll(() => engine.kill());

const query = (name: string, args = {}): Promise<unknown> => client.query(makeFunctionReference<"query">(name), args);
const mutation = (name: string, args = {}): Promise<unknown> =>
  client.mutation(makeFunctionReference<"mutation">(name), args);

/** Component functions that these tests call directly. */
const called = new Set<string>();

interface Answer {
  status: "success" | "error";
  value?: unknown;
  errorMessage?: string;
  errorData?: unknown;
}

async function answerOf(componentPath: string, fn: string, args: object): Promise<Answer> {
  called.add(`${componentPath} ${fn}`);
  const response = await fetch(`${engine.socketUrl}/api/function`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Convex ${engine.adminKey}` },
    body: JSON.stringify({ path: fn, args, componentPath }),
  });
  return (await response.json()) as Answer;
}

async function call(componentPath: string, fn: string, args: object = {}): Promise<unknown> {
  const answer = await answerOf(componentPath, fn, args);
  if (answer.status === "error") throw new Error(answer.errorMessage);
  return answer.value;
}

describe("the aggregate", () => {
  const namespace = "direct";
  const of = (fn: string, args: object = {}) => call("aggregate", fn, { namespace, ...args });
  const without = (fn: string, args: object = {}) => call("aggregate", fn, args);
  const total = () => of("btree:aggregateBetween");
  const insert = (key: number) => of("public:insert", { key, value: `of ${key}`, summand: key * 10 });

  it("counts, sums and finds what is inserted, replaced and deleted", async () => {
    expect(await of("public:init", { maxNodeSize: 4 })).toBeNull();
    for (const key of [3, 1, 2, 5, 4]) await insert(key);
    expect(await total()).toStrictEqual({ count: 5, sum: 150 });
    await of("public:replace", { currentKey: 5, newKey: 6, value: "of 6", summand: 60, newNamespace: namespace });
    await of("public:replaceOrInsert", {
      currentKey: 9,
      newKey: 7,
      value: "of 7",
      summand: 70,
      newNamespace: namespace,
    });
    await of("public:delete_", { key: 4 });
    await of("public:deleteIfExists", { key: 1 });
    await of("public:deleteIfExists", { key: 99 });
    expect(await total()).toStrictEqual({ count: 4, sum: 180 });
    expect(await of("btree:aggregateBetween", { k1: 2, k2: 7 })).toStrictEqual({ count: 2, sum: 90 });
    expect(await of("btree:validate")).toBeNull();
  });

  it("answers by offset and by key", async () => {
    expect(
      await without("btree:aggregateBetweenBatch", { queries: [{ namespace }, { namespace, k1: 6 }] }),
    ).toStrictEqual([
      { count: 4, sum: 180 },
      { count: 1, sum: 70 },
    ]);
    expect(await of("btree:get", { key: 6 })).toStrictEqual({ k: 6, v: "of 6", s: 60 });
    expect(await of("btree:atOffset", { offset: 1 })).toMatchObject({ k: 3 });
    expect(
      await without("btree:atOffsetBatch", {
        queries: [
          { namespace, offset: 0 },
          { namespace, offset: 3 },
        ],
      }),
    ).toMatchObject([{ k: 2 }, { k: 7 }]);
    expect(await of("btree:atNegativeOffset", { offset: 0 })).toMatchObject({ k: 7 });
    expect(await of("btree:offset", { key: 6 })).toBe(2);
    expect(await of("btree:offsetUntil", { key: 6 })).toBe(1);
  });

  it("pages through its items and its namespaces", async () => {
    const first = (await of("btree:paginate", { limit: 3, order: "asc" })) as { page: { k: number }[]; cursor: string };
    const second = (await of("btree:paginate", { limit: 3, order: "asc", cursor: first.cursor })) as typeof first;
    expect([...first.page, ...second.page].map(({ k }) => k)).toStrictEqual([2, 3, 6, 7]);
    expect(await without("btree:paginateNamespaces", { limit: 10 })).toMatchObject({ page: [namespace], isDone: true });
  });

  it("shows its trees", async () => {
    expect(await of("inspect:dump")).toContain("3");
    expect(await of("inspect:display")).toBeNull();
    expect(await of("inspect:inspectNode")).toBeNull();
    expect(await without("inspect:listTrees")).toMatchObject([{ namespace }]);
    expect(await without("inspect:listTreeNodes")).toBeInstanceOf(Array);
  });

  it("applies what is enqueued later and in order, through its own component for batches", async () => {
    const operation = (type: string, key: number) => ({ type, key, value: `of ${key}`, summand: key, namespace });
    await without("public:enqueue", { operation: operation("insert", 20) });
    await without("public:enqueueBatch", { operations: [operation("insert", 21), operation("insert", 22)] });
    await expect.poll(total).toStrictEqual({ count: 7, sum: 243 });
    expect(await call("aggregate/batchWorker", "lib:status", { name: "ops" })).toMatchObject({
      kind: expect.any(String),
    });
  });

  it("keeps what it could not apply for people who look", async () => {
    await without("public:enqueue", { operation: { type: "delete", key: 777, namespace } });
    const list = async () =>
      (
        (await without("deadLetter:list", { paginationOpts: { numItems: 10, cursor: null } })) as {
          page: { _id: string }[];
        }
      ).page;
    await expect.poll(list).toMatchObject([{ operation: { type: "delete", key: 777 } }]);
    const [letter] = await list();
    expect(await without("deadLetter:get", { id: letter?._id })).toMatchObject({ operation: { key: 777 } });
    expect(await without("deadLetter:delete_", { id: letter?._id })).toBe(true);
    expect(await without("deadLetter:get", { id: letter?._id })).toBeNull();
  });

  it("counts its root on request, and can be cleared", async () => {
    expect(await of("public:makeRootLazy")).toBeNull();
    expect(await total()).toStrictEqual({ count: 7, sum: 243 });
    expect(await of("public:clear")).toBeNull();
    expect(await total()).toStrictEqual({ count: 0, sum: 0 });
  });

  it("of a table agrees with the table, at once and later", async () => {
    const ids: unknown[] = [];
    for (const points of [5, 8, 1, 9]) ids.push(await mutation("scores:add", { player: "ann", points }));
    await mutation("scores:change", { id: ids[2], points: 2 });
    await mutation("scores:remove", { id: ids[1] });
    const expected = { count: 3, sum: 16 };
    expect(await query("scores:totals")).toMatchObject({ table: expected, atOnce: expected });
    await expect.poll(() => query("scores:laterTotals")).toStrictEqual(expected);
    expect(await query("scores:positions")).toStrictEqual({
      keys: [2, 5, 9],
      first: 2,
      last: 9,
      second: 5,
      indexOf5: 1,
      countsAbove5: [1],
      sumsAbove5: [9],
      firstTwo: [2, 5],
      random: true,
    });
  });
});

describe("the worker of batches", () => {
  const of = (fn: string, args: object = {}) => call("aggregate/batchWorker", fn, { name: "ops", ...args });

  it("can be stopped, started, woken and asked for its status", async () => {
    await of("lib:stop");
    expect(await of("lib:status")).toStrictEqual({ kind: "stopped" });
    await of("lib:start");
    expect(await of("lib:status")).toStrictEqual({ kind: "running" });
    await of("lib:kick");
    expect(await of("lib:status")).toStrictEqual({ kind: "running" });
    await expect.poll(() => of("lib:status")).toStrictEqual({ kind: "idle" });
  });

  it("has a cursor that can be set, and named workers", async () => {
    await of("lib:setCursor", { cursor: 5 });
    expect(await of("lib:getCursor")).toBe(5);
    await of("lib:setCursor");
    expect(await of("lib:getCursor")).toBeNull();
    const handle = await query("relay:handleOfOwn", { name: "relay:ownHidden" });
    await of("lib:ping", { name: "other", workQuery: handle, workerMutation: handle });
    await of("lib:stop", { name: "other" });
    expect(await of("lib:status", { name: "other" })).toStrictEqual({ kind: "stopped" });
    expect(await of("lib:status", { name: "none" })).toBeNull();
  });
});

describe("the rate limiter", () => {
  const config = { kind: "token bucket", rate: 3, period: 3_600_000 };
  const of = (fn: string, args: object = {}) => call("rateLimiter", fn, { name: "direct", config, ...args });

  it("takes tokens, says what is left and when to come again", async () => {
    expect(await of("lib:checkRateLimit")).toStrictEqual({ ok: true });
    expect(await of("lib:rateLimit", { count: 3 })).toStrictEqual({ ok: true });
    expect(await of("lib:rateLimit")).toStrictEqual({ ok: false, retryAfter: expect.any(Number) });
    expect(await of("lib:getValue")).toMatchObject({ value: expect.closeTo(0, 1), shard: 0 });
    const refused = await answerOf("rateLimiter", "lib:rateLimit", { name: "direct", config, throws: true });
    expect(refused).toMatchObject({ status: "error", errorData: { kind: "RateLimited", name: "direct" } });
  });

  it("is reset for one name, or for all", async () => {
    const reset = (name: string) => call("rateLimiter", "lib:resetRateLimit", { name });
    await reset("direct");
    expect(await of("lib:rateLimit", { count: 3 })).toStrictEqual({ ok: true });
    expect(await call("rateLimiter", "lib:clearAll")).toBeNull();
    expect(await of("lib:rateLimit", { count: 3 })).toStrictEqual({ ok: true });
  });

  it("handles entries that are enqueued a little later", async () => {
    const later = { ...config, applyUpdates: "asynchronously" };
    const update = { kind: "consume", name: "enqueued", count: 2, config: later, ts: Date.now() };
    await call("rateLimiter", "lib:enqueueUpdates", { updates: [update] });
    const value = () => of("lib:getValue", { name: "enqueued", config: later });
    await expect.poll(value).toMatchObject({ value: expect.closeTo(1, 1) });
    await call("rateLimiter", "lib:enqueueUpdates", { updates: [{ kind: "reset", name: "enqueued" }] });
    await expect.poll(value).toMatchObject({ value: 3 });
  });

  it("tells the time of the server", async () => {
    for (const fn of ["lib:getServerTime", "time:getServerTime"]) {
      expect(Math.abs(Number(await call("rateLimiter", fn)) - Date.now())).toBeLessThan(60_000);
    }
  });

  it("limits what an app does, by name and by key", async () => {
    expect(await mutation("limits:take", { name: "pair", key: "ann", count: 2 })).toStrictEqual({ ok: true });
    expect(await mutation("limits:take", { name: "pair", key: "ann" })).toMatchObject({ ok: false });
    expect(await mutation("limits:take", { name: "pair", key: "bob" })).toStrictEqual({ ok: true });
    expect(await query("limits:check", { name: "pair", key: "ann" })).toMatchObject({ ok: false });
    await mutation("limits:reset", { name: "pair", key: "ann" });
    expect(await query("limits:check", { name: "pair", key: "ann" })).toStrictEqual({ ok: true });
    await expect(mutation("limits:take", { name: "pair", key: "bob", count: 2, throws: true })).rejects.toMatchObject({
      data: { kind: "RateLimited" },
    });
    expect(await query("limits:getRateLimit")).toMatchObject({ value: 2 });
    expect(await mutation("limits:getServerTime")).toEqual(expect.any(Number));
  });

  it("gives no more tokens than there are, however many ask at once", async () => {
    const asked = await Promise.all(Array.from({ length: 40 }, () => mutation("limits:take", { name: "sharded" })));
    const given = asked.filter((status) => (status as { ok: boolean }).ok).length;
    expect(given).toBeGreaterThan(20);
    expect(given).toBeLessThanOrEqual(30);
  });
});

describe("migrations", () => {
  const status = async (name: string) => ((await query("migrations:status", { names: [name] })) as unknown[])[0];
  const marked = () => query("migrations:marked", { player: "migrated" });

  it("go through a table in batches, and are not begun twice", async () => {
    for (let points = 0; points < 12; points++) await mutation("scores:add", { player: "migrated", points });
    await mutation("migrations:start", { names: ["mark"] });
    await expect.poll(() => status("mark")).toMatchObject({ state: "success", isDone: true });
    expect(await marked()).toStrictEqual({ all: 12, marked: 12 });
    expect(await mutation("migrations:start", { names: ["mark"] })).toMatchObject({ state: "success", processed: 15 });
  });

  it("follow one another, and one that fails says so", async () => {
    await mutation("migrations:start", { names: ["unmark", "fail"] });
    await expect.poll(() => status("fail")).toMatchObject({ state: "failed" });
    expect(await status("fail")).toMatchObject({ error: expect.stringContaining("migrates nothing") });
    expect(await marked()).toMatchObject({ marked: 0 });
  });

  it("are tried without effect, cancelled, listed and forgotten", async () => {
    const fnHandle = await query("relay:handleOfOwn", { name: "migrations:mark" });
    const of = (fn: string, args: object = {}) => call("migrations", fn, args);
    const tried = await answerOf("migrations", "lib:migrate", { name: "tried", fnHandle, dryRun: true });
    expect(tried).toMatchObject({ status: "error", errorData: { kind: "DRY RUN", status: { processed: 5 } } });
    expect(await marked()).toMatchObject({ marked: 0 });
    expect(await of("lib:cancel", { name: "migrations:mark" })).toMatchObject({ state: "success" });
    expect(await of("lib:cancelAll")).toMatchObject([{ name: "migrations:fail" }]);
    expect(await of("lib:getStatus", {})).toHaveLength(3);
    expect(await of("lib:clearAll")).toBeNull();
    expect(await of("lib:getStatus", {})).toStrictEqual([]);
  });
});

it("every public function of the packages is called", () => {
  const file = new Connection(path.join(engine.dataDir, "data.sqlite"), { readOnly: true });
  const [manifest] = file.prepare<[string]>("SELECT manifest FROM push").get() ?? ["{}"];
  file.close();
  const { definitions } = JSON.parse(manifest) as { definitions: Record<string, Definition> };
  const expected = Object.entries(definitions)
    .filter(([definition]) => definition.includes("@convex-dev/"))
    .flatMap(([definition, { modules }]) => {
      const names = modules.flatMap(({ path: module, functions }) =>
        functions
          .filter(({ visibility }) => visibility === "public")
          .map(({ name }) => `${module.slice(0, -3)}:${name}`),
      );
      return names.map((name) => `${componentOf(definition)} ${name}`);
    });
  expect([...called].sort()).toStrictEqual([...new Set(expected)].sort());
});

interface Definition {
  modules: { path: string; functions: { name: string; visibility: string }[] }[];
}

/**
 * Returns a component that uses this definition. The worker of batches exists in two versions with the same functions.
 */
function componentOf(definition: string): string {
  if (definition.includes("batch-worker")) return "aggregate/batchWorker";
  if (definition.includes("rate-limiter")) return "rateLimiter";
  return definition.includes("aggregate") ? "aggregate" : "migrations";
}
