// Mutations and actions of live clients: their order, when they resolve, what the client shows meanwhile, how they
// fail, and which values they carry.
import type { OptimisticLocalStore } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";
import { ConvexError } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningEngine, startEngine } from "../../support/engine";
import { testApp } from "../testApp";
import { baseClient, convexClient, httpClient, subscribe } from "./clients";
import * as functions from "./functions";

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ appDir: testApp });
});
afterAll(() => engine.kill());

const insertion = (group: string, ...values: number[]) => ({
  group,
  changes: values.map((value) => ({ kind: "insert", value }) as const),
});

describe("the mutations of a client", () => {
  it("are done one after another in the order in which they were asked for", async () => {
    const client = convexClient(engine);
    const asked = Array.from({ length: 50 }, () => client.mutation(functions.increment, { name: "ordered" }));
    expect(await Promise.all(asked)).toStrictEqual(asked.map((_, n) => n + 1));
  });

  it("continue after one that fails", async () => {
    const client = convexClient(engine);
    const asked = await Promise.allSettled([
      client.mutation(functions.increment, { name: "goes on" }),
      client.mutation(functions.failLate, { group: "goes on", value: 1 }),
      client.mutation(functions.increment, { name: "goes on" }),
    ]);
    expect(asked).toMatchObject([{ value: 1 }, { reason: { data: { refused: 1 } } }, { value: 2 }]);
  });

  it("lose nothing when other clients write at the same time", async () => {
    const clients = [convexClient(engine), convexClient(engine), httpClient(engine)];
    await Promise.all(
      clients.flatMap((client) =>
        Array.from({ length: 30 }, () => client.mutation(functions.increment, { name: "at once" })),
      ),
    );
    expect(await httpClient(engine).query(functions.counter, { name: "at once" })).toBe(90);
  });

  it("through HTTP wait for each other, unless they are told not to", async () => {
    const client = httpClient(engine);
    const increments = [1, 2, 3].map(() => client.mutation(functions.increment, { name: "http" }));
    expect(await Promise.all(increments)).toStrictEqual([1, 2, 3]);
    const unordered = [1, 2, 3].map(() => client.mutation(functions.increment, { name: "http" }, { skipQueue: true }));
    expect(new Set(await Promise.all(unordered))).toStrictEqual(new Set([4, 5, 6]));
  });
});

describe("a mutation is done", () => {
  it("when the subscriptions of the client show it, and not before", async () => {
    const client = convexClient(engine);
    const seen = subscribe(client, functions.counter, { name: "covers" });
    await seen.until(() => true);
    const others = convexClient(engine);
    const noise = Array.from({ length: 40 }, () => others.mutation(functions.increment, { name: "noise" }));
    for (let n = 0; n < 40; n += 1) {
      const count = await client.mutation(functions.increment, { name: "covers" });
      expect(seen.current()).toBe(count);
    }
    await Promise.all(noise);
  });

  it("also when it changes nothing that the client is subscribed to, or the client is subscribed to nothing", async () => {
    const alone = convexClient(engine);
    expect(await alone.mutation(functions.echoMutation, { value: "nothing" })).toBe("nothing");
    const seen = subscribe(alone, functions.counter, { name: "untouched" });
    await seen.until(() => true);
    expect(await alone.mutation(functions.increment, { name: "another" })).toBe(1);
    expect(seen.items).toStrictEqual([0]);
  });

  it("and then the client has no request in flight", async () => {
    const client = convexClient(engine);
    const asked = [client.mutation(functions.increment, { name: "flight" }), client.action(functions.wait, { ms: 1 })];
    expect(client.connectionState()).toMatchObject({ hasInflightRequests: true, inflightMutations: 1 });
    await Promise.all(asked);
    expect(client.connectionState()).toMatchObject({
      hasInflightRequests: false,
      inflightMutations: 0,
      inflightActions: 0,
      isWebSocketConnected: true,
    });
  });
});

describe("an optimistic update", () => {
  const appends = (group: string, value: number) => (store: OptimisticLocalStore) => {
    const values = store.getQuery(functions.all, { group });
    if (values !== undefined) store.setQuery(functions.all, { group }, [...values, value]);
  };

  it("shows at once and is replaced by the truth without a flicker", async () => {
    const group = "shows";
    const shown: unknown[] = [];
    const client = baseClient(engine, (client) => shown.push(client.localQueryResult("lists:all", { group })));
    client.subscribe("lists:all", { group });
    await expect.poll(() => shown).toStrictEqual([[]]);
    const done = client.mutation("lists:apply", insertion(group, 1), { optimisticUpdate: appends(group, 1) });
    expect(client.localQueryResult("lists:all", { group })).toStrictEqual([1]);
    await done;
    expect(client.localQueryResult("lists:all", { group })).toStrictEqual([1]);
    expect(shown.slice(1)).toStrictEqual(shown.slice(1).map(() => [1]));
  });

  it("is replaced by what the mutation really did", async () => {
    const group = "real";
    const client = baseClient(engine);
    client.subscribe("lists:all", { group });
    await expect.poll(() => client.localQueryResult("lists:all", { group })).toStrictEqual([]);
    const done = client.mutation("lists:apply", insertion(group, 1), { optimisticUpdate: appends(group, 999) });
    expect(client.localQueryResult("lists:all", { group })).toStrictEqual([999]);
    await done;
    expect(client.localQueryResult("lists:all", { group })).toStrictEqual([1]);
  });

  it("is taken back when the mutation fails", async () => {
    const group = "fails";
    const client = baseClient(engine);
    client.subscribe("lists:all", { group });
    await expect.poll(() => client.localQueryResult("lists:all", { group })).toStrictEqual([]);
    const done = client.mutation("lists:failLate", { group, value: 1 }, { optimisticUpdate: appends(group, 1) });
    expect(client.localQueryResult("lists:all", { group })).toStrictEqual([1]);
    await expect(done).rejects.toMatchObject({ data: { refused: 1 } });
    expect(client.localQueryResult("lists:all", { group })).toStrictEqual([]);
  });

  it("builds upon those before it, and each stays until its own mutation is done, whatever others do", async () => {
    const group = "stacked";
    const count = 40;
    const shown: number[][] = [];
    const client = baseClient(engine, (client) => {
      const values = client.localQueryResult("lists:all", { group }) as number[] | undefined;
      if (values !== undefined) shown.push(values);
    });
    client.subscribe("lists:all", { group });
    // Other updates arrive all the time, so an update that contains too much or too little would show.
    client.subscribe("lists:counter", { name: "others" });
    await expect.poll(() => shown[0]).toStrictEqual([]);
    const others = [httpClient(engine), httpClient(engine), httpClient(engine)];
    const over = new AbortController();
    const noise = others.map(async (other) => {
      while (!over.signal.aborted) await other.mutation(functions.increment, { name: "others" });
    });
    const asked = Array.from({ length: count }, (_, n) =>
      client.mutation("lists:apply", insertion(group, n), { optimisticUpdate: appends(group, n) }),
    );
    await Promise.all(asked);
    over.abort();
    await Promise.all(noise);
    // The client always shows the values requested so far, in order, whether they are confirmed yet or not.
    expect(shown.filter((values) => values.some((value, n) => value !== n))).toStrictEqual([]);
    const lengths = shown.map((values) => values.length);
    expect(lengths).toStrictEqual([...lengths].sort((a, b) => a - b));
    expect(lengths.at(-1)).toBe(count);
  });
});

describe("an action", () => {
  it("waits for no other, and delays no mutation", async () => {
    const client = convexClient(engine);
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const slow = client.action(functions.wait, { ms: 300 }).then(note("slow"));
    const quick = client.action(functions.wait, { ms: 1 }).then(note("quick"));
    const mutation = client.mutation(functions.increment, { name: "beside" }).then(note("mutation"));
    await Promise.all([slow, quick, mutation]);
    expect(order.at(-1)).toBe("slow");
  });

  it("shows its writes to subscribers after each of its mutations", async () => {
    const client = convexClient(engine);
    const seen = subscribe(client, functions.counter, { name: "by action" });
    await seen.until(() => true);
    await client.action(functions.parallelIncrements, { name: "by action", times: 10 });
    expect(await seen.until((count) => count === 10)).toBe(10);
  });
});

describe("a failure", () => {
  const calls = {
    query: (client: ReturnType<typeof convexClient>, failure: never) => client.query(functions.failQuery, { failure }),
    mutation: (client: ReturnType<typeof convexClient>, failure: never) =>
      client.mutation(functions.failMutation, { failure }),
    action: (client: ReturnType<typeof convexClient>, failure: never) =>
      client.action(functions.failAction, { failure }),
  };
  const kinds = ["query", "mutation", "action"] as const;
  const data: Value[] = [
    { code: "refused", inner: { big: 2n ** 60n, list: [null, -0, "é"] } },
    "text",
    null,
    0,
    new Uint8Array([0, 255]).buffer,
  ];
  it.each(kinds.flatMap((kind) => data.map((value) => [kind, value] as const)))(
    "of a %s that is a ConvexError comes with its data %o",
    async (kind, value) => {
      const error: unknown = await calls[kind](convexClient(engine), { kind: "data", data: value } as never).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(ConvexError);
      expect((error as ConvexError<Value>).data).toStrictEqual(value);
    },
  );

  it.each(kinds.flatMap((kind) => ["error", "typeError", "string"].map((failure) => [kind, failure] as const)))(
    "of a %s that is any other thing thrown (%s) is not a ConvexError and has its words",
    async (kind, failure) => {
      const thrown = { error: { message: "plain words" }, string: { text: "plain words" }, typeError: {} }[failure];
      const error: unknown = await calls[kind](convexClient(engine), { kind: failure, ...thrown } as never).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(ConvexError);
      expect((error as Error).message).toMatch(/plain words|Cannot read properties of undefined/);
    },
  );

  it.each(kinds)("of a %s that is internal says what one that is missing does", async (kind) => {
    const internal = { query: "secrets:readSecret", mutation: "secrets:writeSecret", action: "secrets:doSecret" }[kind];
    const client = convexClient(engine);
    const call = (name: string): Promise<unknown> => {
      if (kind === "query") return client.query(makeFunctionReference<"query">(name), {});
      if (kind === "mutation") return client.mutation(makeFunctionReference<"mutation">(name), {});
      return client.action(makeFunctionReference<"action">(name), {});
    };
    const messageOf = async (name: string) => {
      const error: unknown = await call(name).catch((thrown: unknown) => thrown);
      return (error as Error).message.replaceAll(name, "x").replace(/Request ID: \w+/, "");
    };
    expect(await messageOf(internal)).toBe(await messageOf("secrets:missing"));
  });
});

describe("values", () => {
  const values: [string, Value][] = [
    ["int64 at its bounds", [-(2n ** 63n), 2n ** 63n - 1n, 0n, -1n]],
    ["floats that JSON cannot say", [NaN, Infinity, -Infinity, -0, 5e-324, Number.MAX_VALUE]],
    ["bytes", new Uint8Array([0, 1, 127, 128, 255]).buffer],
    ["no bytes", new Uint8Array().buffer],
    ["unicode", "\u0000 é 漢 😀 \uFFFD \u2028 \u202E"],
    ["null, booleans and nothing in them", [null, true, false, "", [], {}]],
    ["field names that look special", { length: 1, constructor: 2, "a.b": 3, toString: "x" }],
    ["nested in each other", { a: [{ b: [{ c: [1n, { d: new Uint8Array([9]).buffer }] }] }] }],
  ];

  it.each(values)("%s come back as they went, through queries, mutations and actions", async (_what, value) => {
    const client = convexClient(engine);
    const seen = subscribe(client, functions.echoQuery, { value });
    expect(await seen.until(() => true)).toStrictEqual(value);
    expect(await client.mutation(functions.echoMutation, { value })).toStrictEqual(value);
    expect(await client.action(functions.echoAction, { value })).toStrictEqual(value);
    expect(await httpClient(engine).query(functions.echoQuery, { value })).toStrictEqual(value);
  });

  it("of four megabytes go both ways", async () => {
    const value = new Uint8Array(4_000_000).map((_, at) => at * 7).buffer;
    const client = convexClient(engine);
    // Only an authenticated client may send this much data. The package has `setAdminAuth` for its own dashboard.
    const { client: base } = client as unknown as { client: { setAdminAuth(key: string): void } };
    base.setAdminAuth(engine.adminKey);
    const [first, second] = [
      await client.mutation(functions.echoMutation, { value }),
      await client.action(functions.echoAction, { value }),
    ];
    const same = (result: Value) => Buffer.from(value).equals(Buffer.from(result as ArrayBuffer));
    expect([same(first), same(second)]).toStrictEqual([true, true]);
  });
});
