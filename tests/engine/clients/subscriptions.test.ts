// What a subscriber sees, with `ConvexClient` and `BaseConvexClient`.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type RunningEngine, startEngine } from "../../support/engine";
import { administer, setVariable } from "../semantics/engineSubject";
import { testApp } from "../testApp";
import { baseClient, convexClient, httpClient, runsFor, subscribe } from "./clients";
import * as functions from "./functions";

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ appDir: testApp });
});
afterAll(() => engine.kill());

const insert = (label: string, value: string) =>
  administer(engine, "documents:insert", { table: "things", value: { label, value } });

describe("a subscription", () => {
  it("has no value before the first, then the value", async () => {
    await insert("a", "first");
    const seen = subscribe(convexClient(engine), functions.watched, { value: "first" });
    expect([seen.current(), seen.items]).toStrictEqual([undefined, []]);
    await seen.until(() => true);
    expect([seen.current(), seen.items]).toStrictEqual([["a"], [["a"]]]);
  });

  it("gets each write that changes it, in order", async () => {
    const seen = subscribe(convexClient(engine), functions.watched, { value: "each" });
    await seen.until(() => true);
    for (const label of ["a", "b", "c"]) {
      await insert(label, "each");
      await seen.until((labels) => labels.includes(label));
    }
    expect(seen.items).toStrictEqual([[], ["a"], ["a", "b"], ["a", "b", "c"]]);
  });

  it("runs once for a write that concerns it, and not for others, in its table or elsewhere", async () => {
    const seen = subscribe(convexClient(engine), functions.watched, { value: "mine" });
    await seen.until(() => true);
    for (let n = 0; n < 5; n += 1) {
      await insert("other", "not mine");
      await administer(engine, "documents:insert", { table: "jobs", value: { label: "elsewhere" } });
    }
    expect(await runsFor(engine, "mine")).toBe(1);
    await insert("a", "mine");
    await seen.until((labels) => labels.length === 1);
    expect(await runsFor(engine, "mine")).toBe(2);
    expect(seen.items).toHaveLength(2);
  });

  it("is not notified when a write leaves its result the same", async () => {
    const client = convexClient(engine);
    const seen = subscribe(client, functions.noneNegative, { group: "same" });
    await seen.until(() => true);
    await client.mutation(functions.apply, { group: "same", changes: [{ kind: "insert", value: 1 }] });
    await client.mutation(functions.apply, { group: "same", changes: [{ kind: "insert", value: 0 }] });
    expect(seen.items).toStrictEqual(["none"]);
  });

  it("is shared within a client: the query runs once, each subscriber is notified, and a late one has the last value at once", async () => {
    const client = convexClient(engine);
    const [one, two] = [1, 2].map(() => subscribe(client, functions.watched, { value: "shared" }));
    await Promise.all([one!.until(() => true), two!.until(() => true)]);
    await insert("a", "shared");
    await Promise.all([one, two].map((seen) => seen!.until((labels) => labels.length === 1)));
    const late = subscribe(client, functions.watched, { value: "shared" });
    expect(late.current()).toStrictEqual(["a"]);
    expect(await late.until(() => true)).toStrictEqual(["a"]);
    expect(await runsFor(engine, "shared")).toBe(2);
  });

  it("that ends gets nothing more, and others of the same query do", async () => {
    const client = convexClient(engine);
    const [ends, stays] = [1, 2].map(() => subscribe(client, functions.watched, { value: "ends" }));
    await Promise.all([ends!.until(() => true), stays!.until(() => true)]);
    ends!.unsubscribe();
    await insert("a", "ends");
    await stays!.until((labels) => labels.length === 1);
    expect(ends!.items).toHaveLength(1);
    stays!.unsubscribe();
    // The server handles the end of the subscription before it answers this mutation.
    await client.mutation(functions.echoMutation, { value: 1 });
    await insert("b", "ends");
    expect(await runsFor(engine, "ends")).toBe(2);
  });

  it("that begins again after its end starts with the present value", async () => {
    const client = convexClient(engine);
    const before = subscribe(client, functions.watched, { value: "back" });
    await before.until(() => true);
    before.unsubscribe();
    await insert("a", "back");
    const after = subscribe(client, functions.watched, { value: "back" });
    expect(await after.until(() => true)).toStrictEqual(["a"]);
  });

  it("with other arguments is separate", async () => {
    const client = convexClient(engine);
    const [a, b] = ["args a", "args b"].map((value) => subscribe(client, functions.watched, { value }));
    await insert("x", "args a");
    await a!.until((labels) => labels.length === 1);
    await b!.until(() => true);
    expect(b!.items).toStrictEqual([[]]);
  });

  it("gets what others write: another tab, HTTP, an HTTP action, a job", async () => {
    const seen = subscribe(convexClient(engine), functions.all, { group: "others" });
    const change = (value: number) => ({ group: "others", changes: [{ kind: "insert", value } as const] });
    await convexClient(engine).mutation(functions.apply, change(1));
    await seen.until((values) => values.includes(1));
    await httpClient(engine).mutation(functions.apply, change(2));
    await seen.until((values) => values.includes(2));

    const things = subscribe(convexClient(engine), functions.thingsLabelled, { label: "by http" });
    await things.until(() => true);
    await fetch(`${engine.httpUrl}/things`, { method: "POST", body: JSON.stringify({ label: "by http" }) });
    await things.until((found) => found !== null);

    const job = subscribe(convexClient(engine), functions.thingsLabelled, { label: "by a job" });
    await convexClient(engine).mutation(functions.askLater, { label: "by a job" });
    await job.until((found) => found !== null);
    expect(seen.items.at(-1)).toStrictEqual([1, 2]);
  });

  it("of a closed client gets nothing more", async () => {
    const client = convexClient(engine);
    const seen = subscribe(client, functions.watched, { value: "closed" });
    await seen.until(() => true);
    await client.close();
    await insert("a", "closed");
    expect(await runsFor(engine, "closed")).toBe(1);
    expect(seen.items).toHaveLength(1);
  });

  it("follows an environment variable that it reads", async () => {
    await setVariable(engine, "SEMANTICS_VARIABLE", "one");
    const seen = subscribe(convexClient(engine), functions.environmentVariable, {});
    await seen.until((value) => value === "one");
    await setVariable(engine, "SEMANTICS_VARIABLE", "two");
    await seen.until((value) => value === "two");
    expect(seen.items).toStrictEqual(["one", "two"]);
  });

  it("runs again when code is pushed, and gets only what is new", async () => {
    const client = convexClient(engine);
    const seen = subscribe(client, functions.watched, { value: "pushed" });
    await seen.until(() => true);
    await engine.push(testApp);
    await expect.poll(() => runsFor(engine, "pushed")).toBe(2);
    await insert("a", "pushed");
    await seen.until((labels) => labels.length === 1);
    expect(seen.items).toStrictEqual([[], ["a"]]);
    expect(client.connectionState()).toMatchObject({ isWebSocketConnected: true, connectionCount: 1 });
  });
});

describe("all that a client is subscribed to", () => {
  it("shows one state at each transition: what two tables hold together is never seen broken", async () => {
    const name = "together";
    const sums: number[] = [];
    let told: () => void = () => undefined;
    const client = baseClient(engine, (client) => {
      const counter = client.localQueryResult("lists:counter", { name });
      const sum = client.localQueryResult("lists:sum", { group: name });
      if (counter === undefined || sum === undefined) return;
      sums.push((counter as number) + (sum as number));
      if (counter === -120) told();
    });
    const done = new Promise<void>((resolve) => (told = resolve));
    client.subscribe("lists:counter", { name });
    client.subscribe("lists:sum", { group: name });
    const writers = [convexClient(engine), convexClient(engine), convexClient(engine)];
    await Promise.all(
      writers.flatMap((writer) =>
        Array.from({ length: 40 }, () => writer.mutation(functions.transfer, { name, amount: 1 })),
      ),
    );
    await done;
    expect(sums.length).toBeGreaterThan(3);
    expect(new Set(sums)).toStrictEqual(new Set([0]));
  });

  it("comes from one state also when subscriptions are added during writes", async () => {
    const name = "joined";
    const broken: unknown[] = [];
    const client = baseClient(engine, (client) => {
      const counter = client.localQueryResult("lists:counter", { name }) as number | undefined;
      const sum = client.localQueryResult("lists:sum", { group: name }) as number | undefined;
      const ids = client.localQueryResult("lists:all", { group: name }) as number[] | undefined;
      if (counter !== undefined && sum !== undefined && counter + sum !== 0) broken.push({ counter, sum });
      if (sum !== undefined && ids !== undefined && ids.length !== sum) broken.push({ sum, ids });
    });
    const writer = convexClient(engine);
    const writes = [];
    for (let n = 0; n < 60; n += 1) {
      if (n === 10) client.subscribe("lists:counter", { name });
      if (n === 25) client.subscribe("lists:sum", { group: name });
      if (n === 40) client.subscribe("lists:all", { group: name });
      writes.push(writer.mutation(functions.transfer, { name, amount: 1 }));
      if (n % 5 === 0) await writes.at(-1);
    }
    await Promise.all(writes);
    await expect.poll(() => client.localQueryResult("lists:all", { group: name })).toHaveLength(60);
    expect(broken).toStrictEqual([]);
  });
});

describe("a query that fails", () => {
  it("reports its error with its data, recovers when the cause is gone, and disturbs no other query", async () => {
    const client = convexClient(engine);
    const write = (changes: functions.Change[]) => client.mutation(functions.apply, { group: "mend", changes });
    const other = subscribe(client, functions.all, { group: "mend" });
    const seen = subscribe(client, functions.noneNegative, { group: "mend" });
    await seen.until(() => true);
    await write([{ kind: "insert", value: -3 }]);
    expect(await seen.errors.until(() => true)).toMatchObject({ data: { negative: -3 } });
    expect(() => seen.current()).toThrow(/negative/);
    expect(other.current()).toStrictEqual([-3]);
    await write([{ kind: "move", value: -3, to: 3 }]);
    expect(seen.current()).toBe("none");
    expect([seen.items, seen.errors.items.length]).toStrictEqual([["none", "none"], 1]);
  });

  it.each([
    ["that is not there", "lists:missing", {}, /Could not find public function for 'lists:missing'/],
    ["that is internal", "secrets:readSecret", {}, /Could not find public function for 'secrets:readSecret'/],
    ["that is a mutation", "lists:apply", { group: "x", changes: [] }, /is defined as Mutation/],
    ["with arguments that do not fit", "lists:all", { group: 1 }, /ArgumentValidationError/],
  ])("because it calls a function %s says so", async (_what, name, args, message) => {
    const client = baseClient(engine, (client) => {
      try {
        client.localQueryResult(name, args);
      } catch (error) {
        fail(error as Error);
      }
    });
    let fail: (error: Error) => void = () => undefined;
    const failure = new Promise<Error>((resolve) => (fail = resolve));
    client.subscribe(name, args);
    expect((await failure).message).toMatch(message);
  });
});

describe("a one-time query", () => {
  it("of a live client gives the value and leaves no subscription", async () => {
    await insert("a", "once");
    const client = convexClient(engine);
    expect(await client.query(functions.watched, { value: "once" })).toStrictEqual(["a"]);
    await client.mutation(functions.echoMutation, { value: 1 });
    await insert("b", "once");
    expect(await runsFor(engine, "once")).toBe(1);
  });

  it("of a live client fails with the data of the query's error", async () => {
    const query = convexClient(engine).query(functions.failQuery, { failure: { kind: "data", data: { a: 1n } } });
    await expect(query).rejects.toMatchObject({ data: { a: 1n } });
  });
});

describe("a journal", () => {
  it("that a client kept ends the page of its next subscription where the last one ended", async () => {
    const group = "journal";
    const changes = [1, 3, 5, 7].map((value) => ({ kind: "insert", value }) as const);
    await httpClient(engine).mutation(functions.apply, { group, changes });
    const args = { group, paginationOpts: { numItems: 2, cursor: null } };
    const first = baseClient(engine);
    first.subscribe("lists:page", args);
    const valuesOf = (client: ReturnType<typeof baseClient>) => {
      const result = client.localQueryResult("lists:page", args) as { page: functions.Row[] } | undefined;
      return result?.page.map(({ value }) => value);
    };
    await expect.poll(() => valuesOf(first)).toStrictEqual([1, 3]);
    const journal = first.queryJournal("lists:page", args);
    expect(journal).toStrictEqual(expect.any(String));
    await httpClient(engine).mutation(functions.apply, { group, changes: [{ kind: "insert", value: 2 }] });
    const [kept, anew] = [baseClient(engine), baseClient(engine)];
    kept.subscribe("lists:page", args, { journal: journal ?? null });
    anew.subscribe("lists:page", args);
    await expect.poll(() => valuesOf(kept)).toStrictEqual([1, 2, 3]);
    await expect.poll(() => valuesOf(anew)).toStrictEqual([1, 2]);
  });
});

describe("large results", () => {
  it("come in pieces, whole, and again when they change", async () => {
    const size = 6_000_000;
    let pieces = 0;
    class CountingSocket extends WebSocket {
      constructor(address: string) {
        super(address);
        this.on("message", (data: Buffer) => {
          if (data.subarray(0, 40).includes("TransitionChunk")) pieces += 1;
        });
      }
    }
    const webSocketConstructor = CountingSocket as unknown as typeof globalThis.WebSocket;
    const client = convexClient(engine, { webSocketConstructor });
    const seen = subscribe(client, functions.large, { name: "large", size });
    expect(await seen.until(() => true)).toBe(`0${"x".repeat(size)}`);
    await client.mutation(functions.increment, { name: "large" });
    expect(seen.current()).toBe(`1${"x".repeat(size)}`);
    expect(pieces).toBeGreaterThanOrEqual(4);
  });
});
