// The protocol of the live socket, message by message. The convex package's own clients have tests in clients/.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Value } from "convex/values";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type RunningEngine, startEngine } from "../support/engine";
import { SyncSocket, type Transition } from "../../engine/server/testing/syncSocket";
import { administer, setVariable } from "./semantics/engineSubject";
import { testApp } from "./testApp";

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ appDir: testApp });
});
afterAll(() => engine.kill());
beforeEach(() => administer(engine, "documents:clear", { tables: ["things", "counters", "jobs"] }));

const open: SyncSocket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

async function connect(fields: Record<string, unknown> = {}): Promise<SyncSocket> {
  const socket = await SyncSocket.connect(engine.socketUrl, fields);
  open.push(socket);
  return socket;
}

const insert = (value: Record<string, Value>, table = "things") =>
  administer(engine, "documents:insert", { table, value });
const timestamp = (text: string): bigint => Buffer.from(text, "base64").readBigUInt64LE();
const zero = { querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" };

/** Counts how often `live:watched` has run for the value. */
function runsFor(value: string): number {
  return engine
    .errorOutput()
    .split("\n")
    .filter((line) => line.includes('"live:watched"') && line.includes(`'${value}'`)).length;
}

describe("a query set", () => {
  it("that changes is answered by a transition to its version, even when nothing is in it", async () => {
    const socket = await connect();
    socket.modify();
    const transition = await socket.transition();
    expect(transition).toMatchObject({ startVersion: zero, endVersion: { querySet: 1 }, modifications: [] });
  });

  it("sends the results of its queries, and each version follows the last one", async () => {
    await insert({ label: "a", value: "v" });
    const socket = await connect();
    socket.add(0, "live:labels", { value: "v" });
    const first = await socket.change();
    expect(first.modifications).toContainEqual(
      expect.objectContaining({ type: "QueryUpdated", queryId: 0, value: ["a"], journal: null, logLines: [] }),
    );
    await insert({ label: "b", value: "v" });
    const second = await socket.change(({ modifications }) => modifications.some(({ queryId }) => queryId === 0));
    expect(timestamp(second.endVersion.ts)).toBeGreaterThan(timestamp(first.endVersion.ts));
    const transitions = socket.received.filter(({ type }) => type === "Transition") as Transition[];
    let version = zero;
    for (const { startVersion, endVersion } of transitions) {
      expect(startVersion).toStrictEqual(version);
      version = endVersion;
    }
  });

  it("says that a query was removed, and brings no more of it", async () => {
    const socket = await connect();
    socket.add(0, "live:watched", { value: "removed" });
    await socket.change();
    socket.modify({ type: "Remove", queryId: 0 });
    expect((await socket.change()).modifications).toStrictEqual([{ type: "QueryRemoved", queryId: 0 }]);
    const runs = runsFor("removed");
    await insert({ label: "a", value: "removed" });
    socket.modify();
    await socket.transition();
    expect(runsFor("removed")).toBe(runs);
  });

  it("fails query by query: the message without data, the data of a ConvexError with it", async () => {
    const socket = await connect();
    socket.modify(
      { type: "Add", queryId: 0, udfPath: "calls:failQuery", args: [{ failure: { kind: "error", message: "plain" } }] },
      { type: "Add", queryId: 1, udfPath: "calls:failQuery", args: [{ failure: { kind: "data", data: { a: 1 } } }] },
      { type: "Add", queryId: 2, udfPath: "live:labels", args: [{ value: 1 }] },
    );
    const [plain, data, good] = (await socket.change()).modifications;
    expect(plain).toMatchObject({ type: "QueryFailed", errorMessage: expect.stringMatching(/Server Error\nUncaught/) });
    expect(plain).not.toHaveProperty("errorData");
    expect(data).toMatchObject({ type: "QueryFailed", errorData: { a: 1 } });
    expect(good).toMatchObject({ type: "QueryUpdated" });
  });

  it.each([
    ["an internal function", "secrets:readSecret"],
    ["a function that is not there", "secrets:noSecret"],
    ["a system query", "_system/cli/tables:default"],
  ])("does not reach %s", async (_what, udfPath) => {
    const socket = await connect();
    socket.add(0, udfPath, {});
    expect((await socket.change()).modifications[0]).toMatchObject({
      type: "QueryFailed",
      errorMessage: expect.stringContaining(`Could not find public function for '${udfPath}'`),
    });
  });

  it("does not reach a component without the admin key", async () => {
    const socket = await connect();
    socket.add(0, "live:labels", { value: 1 }, { componentPath: "other" });
    expect((await socket.change()).modifications[0]).toMatchObject({ type: "QueryFailed" });
  });

  it("all of its results show one state, whatever is written meanwhile", async () => {
    const names = ["left", "right"];
    for (const name of names) await administer(engine, "crash:increment", { name });
    const socket = await connect();
    socket.modify(
      ...names.map((name, queryId) => ({ type: "Add", queryId, udfPath: "crash:sum", args: [{ names: [name] }] })),
    );
    const values = new Map<number, number>();
    const sums: number[] = [];
    const apply = ({ modifications }: Transition): void => {
      for (const { queryId, value } of modifications) values.set(queryId, value as number);
      sums.push((values.get(0) ?? 0) + (values.get(1) ?? 0));
    };
    apply(await socket.change());
    const writer = await connect();
    for (let n = 0; n < 40; n++) writer.mutate(n, "crash:transfer", { from: names[n % 2], to: names[(n + 1) % 2] });
    writer.mutate(40, "crash:transfer", { from: "left", to: "right" });
    while (values.get(0) !== 0) apply(await socket.change());
    expect(new Set(sums)).toStrictEqual(new Set([2]));
  });
});

describe("a write", () => {
  it("runs again the queries that read where it wrote, and no others", async () => {
    const socket = await connect();
    socket.add(0, "live:watched", { value: "mine" });
    socket.add(1, "live:watched", { value: "other" });
    await socket.change(({ endVersion }) => endVersion.querySet === 2);
    const runs = () => [runsFor("mine"), runsFor("other")];
    // What the engine prints may arrive after what it answers.
    await expect.poll(runs).toStrictEqual([1, 1]);
    await insert({ label: "a", value: "mine" });
    expect(await socket.value(0)).toStrictEqual(["a"]);
    await insert({ label: "elsewhere" }, "jobs");
    await insert({ label: "b", value: "mine" });
    expect(await socket.value(0)).toStrictEqual(["a", "b"]);
    await expect.poll(runs).toStrictEqual([3, 1]);
  });

  it("that changes no result advances the version and sends nothing", async () => {
    const socket = await connect();
    await administer(engine, "crash:increment", { name: "same" });
    socket.add(0, "reads:count", { table: "counters" });
    await socket.change();
    await administer(engine, "crash:increment", { name: "same" });
    expect((await socket.transition()).modifications).toStrictEqual([]);
  });

  it("runs a query once for all clients that subscribe to it", async () => {
    const sockets = await Promise.all(Array.from({ length: 20 }, () => connect()));
    for (const socket of sockets) socket.add(0, "live:watched", { value: "shared" });
    await Promise.all(sockets.map((socket) => socket.value(0)));
    const runs = runsFor("shared");
    await insert({ label: "a", value: "shared" });
    const values = await Promise.all(sockets.map((socket) => socket.value(0)));
    expect(values).toStrictEqual(values.map(() => ["a"]));
    expect(runsFor("shared")).toBe(runs + 1);
  });

  it("that creates a table runs the queries on that table", async () => {
    const socket = await connect();
    socket.add(0, "reads:collect", { read: { table: "appears" } });
    expect(await socket.value(0)).toStrictEqual([]);
    await insert({ label: "first" }, "appears");
    expect(await socket.value(0)).toHaveLength(1);
  });

  it("of an environment variable, or a push, runs everything again", async () => {
    await setVariable(engine, "SEMANTICS_VARIABLE", "one");
    const socket = await connect();
    socket.add(0, "about:environmentVariable", {});
    expect(await socket.value(0)).toBe("one");
    await setVariable(engine, "SEMANTICS_VARIABLE", "two");
    expect(await socket.value(0)).toBe("two");
    socket.add(1, "live:watched", { value: "pushed" });
    await socket.value(1);
    const runs = runsFor("pushed");
    await engine.push(testApp);
    await expect.poll(() => runsFor("pushed")).toBe(runs + 1);
  });
});

describe("a mutation", () => {
  it("is answered before a transition covers it, also when no query changed", async () => {
    const socket = await connect();
    socket.modify();
    await socket.transition();
    socket.mutate(0, "live:echo", { value: 7 });
    const answer = await socket.next("MutationResponse");
    expect(answer).toMatchObject({ requestId: 0, success: true, result: 7, logLines: [], ts: expect.any(String) });
    const { endVersion, modifications } = await socket.transition();
    expect(timestamp(endVersion.ts)).toBeGreaterThanOrEqual(timestamp(answer["ts"] as string));
    expect(modifications).toStrictEqual([]);
  });

  it("shows nothing of its changes before its answer, however often others write", async () => {
    const socket = await connect();
    socket.add(0, "crash:sum", { names: ["mine"] });
    socket.add(1, "reads:count", { table: "jobs" });
    await socket.change();
    const others = new AbortController();
    const noise = (async () => {
      while (!others.signal.aborted) await insert({ label: "noise" }, "jobs");
    })();
    const count = 50;
    for (let n = 0; n < count; n++) socket.mutate(n, "crash:increment", { name: "mine" });
    await socket.change(({ modifications }) => modifications.some((m) => m.queryId === 0 && m.value === count));
    others.abort();
    await noise;
    let answered = 0;
    for (const message of socket.received) {
      if (message.type === "MutationResponse") answered = message["result"] as number;
      if (message.type !== "Transition") continue;
      const shown = (message as Transition).modifications.find(({ queryId }) => queryId === 0)?.value ?? 0;
      expect(shown).toBeLessThanOrEqual(answered);
    }
    expect(answered).toBe(count);
  });

  it("of a client waits for the one before it", async () => {
    const socket = await connect();
    for (let n = 0; n < 20; n++) socket.mutate(n, "crash:increment", { name: "ordered" });
    const results = [];
    for (let n = 0; n < 20; n++) results.push(await socket.next("MutationResponse"));
    expect(results.map(({ requestId, result }) => [requestId, result])).toStrictEqual(
      results.map((_, n) => [n, n + 1]),
    );
  });

  it("that fails is answered without a timestamp, and leaves nothing", async () => {
    const socket = await connect();
    socket.mutate(0, "calls:failMutation", { failure: { kind: "data", data: "why" } });
    const answer = await socket.next("MutationResponse");
    expect(answer).toMatchObject({ success: false, errorData: "why", result: expect.stringContaining("Server Error") });
    expect(answer).not.toHaveProperty("ts");
  });

  it("sent again by the same session is answered as the first time and not done twice", async () => {
    const sessionId = randomUUID();
    const first = await connect({ sessionId });
    first.mutate(0, "crash:increment", { name: "once" });
    const answer = await first.next("MutationResponse");
    const again = await connect({ sessionId, connectionCount: 1 });
    again.modify();
    await again.transition();
    again.mutate(0, "crash:increment", { name: "once" });
    expect(await again.next("MutationResponse")).toStrictEqual(answer);
    // The client takes the mutation as done only after a transition that follows its answer.
    await again.transition();
    const other = await connect();
    other.mutate(0, "crash:increment", { name: "once" });
    expect(await other.next("MutationResponse")).toMatchObject({ result: 2 });
  });

  it("sent again while it runs is done once", async () => {
    const sessionId = randomUUID();
    const sockets = await Promise.all(Array.from({ length: 5 }, () => connect({ sessionId })));
    for (const socket of sockets) socket.mutate(3, "crash:increment", { name: "at once" });
    const answers = await Promise.all(sockets.map((socket) => socket.next("MutationResponse")));
    expect(answers.map(({ result }) => result)).toStrictEqual([1, 1, 1, 1, 1]);
    expect(new Set(answers.map(({ ts }) => ts)).size).toBe(1);
  });
});

describe("an action", () => {
  it("does not wait for another, nor for mutations", async () => {
    const socket = await connect();
    socket.act(0, "live:wait", { ms: 400 });
    socket.act(1, "live:wait", { ms: 1 });
    socket.mutate(2, "live:echo", { value: 1 });
    const order = () =>
      socket.received.flatMap(({ type, requestId }) => (type.endsWith("Response") ? [requestId] : []));
    await expect.poll(order).toHaveLength(3);
    expect(order().at(-1)).toBe(0);
  });

  it("that fails is answered with what it threw", async () => {
    const socket = await connect();
    socket.act(0, "calls:failAction", { failure: { kind: "error", message: "no" } });
    const answer = await socket.next("ActionResponse");
    expect(answer).toMatchObject({ success: false, result: expect.stringContaining("Uncaught Error: no") });
    expect(answer).not.toHaveProperty("errorData");
  });
});

describe("a page", () => {
  it("ends where it ended first, whatever is written into it, and the client learns where", async () => {
    for (let value = 0; value < 6; value += 2) await insert({ label: `${value}`, value });
    const socket = await connect();
    const args = { read: { table: "things", index: "by_value" }, options: { cursor: null, numItems: 2 } };
    socket.add(0, "reads:page", args);
    const [first] = (await socket.change()).modifications;
    const labels = (value: unknown) => (value as { page: { label: string }[] }).page.map(({ label }) => label);
    expect(labels(first?.value)).toStrictEqual(["0", "2"]);
    expect(first?.journal).toStrictEqual(expect.any(String));
    await insert({ label: "1", value: 1 });
    expect(labels(await socket.value(0))).toStrictEqual(["0", "1", "2"]);

    const later = await connect();
    later.add(0, "reads:page", args, { journal: first?.journal });
    expect(labels(await later.value(0))).toStrictEqual(["0", "1", "2"]);
    const fresh = await connect();
    fresh.add(0, "reads:page", args);
    expect(labels(await fresh.value(0))).toStrictEqual(["0", "1"]);
  });

  it("does not mind an end that belongs to another query, or none at all", async () => {
    await insert({ label: "only", value: 1 });
    const socket = await connect();
    const args = { read: { table: "things", index: "by_value" }, options: { cursor: null, numItems: 2 } };
    socket.add(0, "reads:page", args, { journal: "nonsense" });
    expect(await socket.value(0)).toMatchObject({ isDone: true });
  });
});

describe("an identity", () => {
  const person = { issuer: "https://issuer.test", subject: "ann" };
  const authenticate = (baseVersion: number, fields: object) => ({ type: "Authenticate", baseVersion, ...fields });
  const asPerson = () => ({ tokenType: "Admin", value: engine.adminKey, impersonating: person });

  it("that changes in mid-connection runs the queries again and moves the version", async () => {
    const socket = await connect();
    socket.add(0, "about:identity", {});
    expect(await socket.value(0)).toBeNull();
    socket.send(authenticate(0, asPerson()));
    const changed = await socket.change();
    expect(changed).toMatchObject({ startVersion: { identity: 0 }, endVersion: { identity: 1 } });
    expect(changed.modifications[0]?.value).toMatchObject(person);
    socket.send(authenticate(1, { tokenType: "None" }));
    expect((await socket.change()).modifications[0]).toMatchObject({ queryId: 0, value: null });
  });

  it("of an admin reaches internal functions and system queries", async () => {
    const socket = await connect();
    socket.send(authenticate(0, { tokenType: "Admin", value: engine.adminKey }));
    socket.add(0, "secrets:readSecret", {});
    expect(await socket.value(0)).toBe("secret read");
    socket.add(1, "_system/cli/queryEnvironmentVariables:get", { name: "LIVE_VARIABLE" });
    expect(await socket.value(1)).toBeNull();
    await setVariable(engine, "LIVE_VARIABLE", "set");
    expect(await socket.value(1)).toMatchObject({ name: "LIVE_VARIABLE", value: "set" });
  });

  it("is not shared: each caller sees its own result of the same query", async () => {
    const [ann, nobody] = [await connect(), await connect()];
    ann.send(authenticate(0, asPerson()));
    ann.add(0, "about:identity", {});
    nobody.add(0, "about:identity", {});
    expect(await ann.value(0)).toMatchObject(person);
    expect(await nobody.value(0)).toBeNull();
  });

  it.each([
    ["a wrong admin key", { tokenType: "Admin", value: "embedded|wrong" }],
    ["a token of nobody", { tokenType: "User", value: "a.b.c" }],
  ])("with %s is refused with AuthError, and the connection ends", async (_what, credentials) => {
    const socket = await connect();
    socket.send(authenticate(0, credentials));
    expect(await socket.next("AuthError")).toMatchObject({
      error: expect.any(String),
      baseVersion: 0,
      authUpdateAttempted: true,
    });
    expect(await socket.closed).toMatchObject({ reason: "AuthError" });
  });
});

describe("a client that breaks the protocol gets a FatalError, and only its connection ends:", () => {
  const hello = { type: "Connect", sessionId: randomUUID(), connectionCount: 0, lastCloseReason: null, clientTs: 0 };
  const modify = (baseVersion: number, ...modifications: object[]) => ({
    type: "ModifyQuerySet",
    baseVersion,
    newVersion: baseVersion + 1,
    modifications,
  });
  const add = { type: "Add", queryId: 0, udfPath: "live:labels", args: [{ value: 1 }] };

  it.each([
    ["no JSON", ["{"]],
    ["no object", ["[]"]],
    ["an unknown message", [JSON.stringify({ type: "Hello" })]],
    ["something before Connect", [JSON.stringify(modify(0))]],
    ["a mutation before Connect", [JSON.stringify({ type: "Mutation", requestId: 0, udfPath: "a:b", args: [{}] })]],
    ["Connect twice", [JSON.stringify(hello), JSON.stringify(hello)]],
    ["a query set of another version", [JSON.stringify(hello), JSON.stringify(modify(1))]],
    ["a query added twice", [JSON.stringify(hello), JSON.stringify(modify(0, add, add))]],
    ["the removal of no query", [JSON.stringify(hello), JSON.stringify(modify(0, { type: "Remove", queryId: 4 }))]],
    [
      "an identity of another version",
      [JSON.stringify(hello), JSON.stringify({ type: "Authenticate", tokenType: "None", baseVersion: 3 })],
    ],
  ])("%s", async (_what, texts) => {
    const socket = await SyncSocket.open(engine.socketUrl);
    open.push(socket);
    for (const text of texts) socket.socket.send(text);
    expect(await socket.next("FatalError")).toMatchObject({ error: expect.any(String) });
    expect(await socket.closed).toMatchObject({ code: 1008, reason: "BadRequest" });
  });

  it("bytes instead of text", async () => {
    const socket = await connect();
    socket.socket.send(Buffer.from([1, 2, 3]));
    expect(await socket.closed).toMatchObject({ code: 1003 });
  });

  it("a message longer than any may be", async () => {
    const socket = await connect();
    socket.socket.send("x".repeat(21 * 1024 * 1024));
    expect(await socket.closed).toMatchObject({ code: 1009 });
  });

  it("no other client is affected", async () => {
    const socket = await connect();
    socket.mutate(0, "live:echo", { value: "still here" });
    expect(await socket.next("MutationResponse")).toMatchObject({ result: "still here" });
  });
});

describe("a client", () => {
  it("that has seen a later state than the present one is refused", async () => {
    const ahead = Buffer.alloc(8);
    ahead.writeBigUInt64LE(2n ** 63n);
    const socket = await connect({ maxObservedTimestamp: ahead.toString("base64") });
    expect(await socket.closed).toMatchObject({ reason: expect.stringMatching(/^InternalServerError/) });
  });

  it("that stops reading is not written to without end, and the others continue", async () => {
    const slow = await connect();
    slow.add(0, "live:large", { name: "large", size: 4_000_000 });
    await slow.transition();
    slow.socket.pause();
    const before = await residentMegabytes(engine);
    const busy = await connect();
    for (let n = 0; n < 60; n++) {
      busy.mutate(n, "crash:increment", { name: "large" });
      await busy.next("MutationResponse");
    }
    // Sixty results of 4 MB are 240 MB together.
    expect((await residentMegabytes(engine)) - before).toBeLessThan(120);
    slow.socket.resume();
    const isLatest = ({ modifications }: Transition) =>
      modifications.some(({ value }) => String(value).startsWith("60"));
    await slow.change(isLatest);
  });

  it("receives a transition of more than 5 MB in pieces that make it up", async () => {
    const socket = await connect();
    socket.modify(
      ...[0, 1].map((queryId) => ({
        type: "Add",
        queryId,
        udfPath: "live:large",
        args: [{ name: "none", size: 4_000_000 + queryId }],
      })),
    );
    const first = await socket.next("TransitionChunk");
    const chunks = [first];
    while (chunks.length < (first["totalParts"] as number)) chunks.push(await socket.next("TransitionChunk"));
    expect(chunks.map(({ partNumber }) => partNumber)).toStrictEqual(chunks.map((_, n) => n));
    const whole = JSON.parse(chunks.map(({ chunk }) => chunk).join("")) as Transition;
    expect(whole.modifications.map(({ value }) => (value as string).length)).toStrictEqual([4_000_001, 4_000_002]);
  });

  it("may have a thousand queries, and a write runs the one it touches", async () => {
    const socket = await connect();
    socket.modify(
      ...Array.from({ length: 1_000 }, (_, queryId) => ({
        type: "Add",
        queryId,
        udfPath: "live:watched",
        args: [{ value: `many ${queryId}` }],
      })),
    );
    expect((await socket.change()).modifications).toHaveLength(1_000);
    await insert({ label: "hit", value: "many 500" });
    expect((await socket.change()).modifications).toMatchObject([{ queryId: 500, value: ["hit"] }]);
    expect([runsFor("many 499"), runsFor("many 500"), runsFor("many 501")]).toStrictEqual([1, 2, 1]);
  });
});

describe("a state that was asked for by its timestamp", () => {
  async function post(path: string, body: object): Promise<Record<string, unknown>> {
    const headers = { Authorization: `Convex ${engine.adminKey}` };
    const response = await fetch(engine.socketUrl + path, { method: "POST", body: JSON.stringify(body), headers });
    return (await response.json()) as Record<string, unknown>;
  }

  it("is not kept for an anonymous caller", async () => {
    const response = await fetch(`${engine.socketUrl}/api/query_ts`, { method: "POST" });
    expect([response.status, await response.json()]).toMatchObject([401, { code: "Unauthenticated" }]);
  });

  it("stays as it was, whatever is written since", async () => {
    const { ts } = await post("/api/query_ts", {});
    const ask = { path: "crash:sum", args: { names: ["held"] } };
    await administer(engine, "crash:increment", { name: "held" });
    expect(await post("/api/query_at_ts", { ...ask, ts })).toMatchObject({ status: "success", value: 0 });
    expect(await post("/api/query", ask)).toMatchObject({ status: "success", value: 1 });
  });

  it("400 OutOfRetention when it is not kept (any more)", async () => {
    const ask = { path: "crash:sum", args: { names: [] }, ts: "AQAAAAAAAAA=" };
    expect(await post("/api/query_at_ts", ask)).toMatchObject({ code: "OutOfRetention" });
  });
});

describe("over a restart", () => {
  it("mutations in flight are done exactly once, and time does not go back", async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-sync-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const own = await startEngine({ appDir: testApp, dataDir });
    const sessionId = randomUUID();
    const before = await SyncSocket.connect(own.socketUrl, { sessionId });
    const count = 60;
    for (let n = 0; n < count; n++) before.mutate(n, "crash:increment", { name: "survives" });
    for (let n = 0; n < 10; n++) await before.next("MutationResponse");
    await own.kill();
    const answered = before.received.filter(({ type }) => type === "MutationResponse");
    const maxObservedTimestamp = answered.at(-1)?.["ts"];

    const restarted = await startEngine({ dataDir });
    const after = await SyncSocket.connect(restarted.socketUrl, {
      sessionId,
      connectionCount: 1,
      maxObservedTimestamp,
    });
    after.add(0, "crash:sum", { names: ["survives"] });
    for (let n = 0; n < count; n++) after.mutate(n, "crash:increment", { name: "survives" });
    const results = [];
    for (let n = 0; n < count; n++) results.push((await after.next("MutationResponse"))["result"]);
    expect(results).toStrictEqual(results.map((_, n) => n + 1));
    expect(after.received.filter(({ type }) => type === "MutationResponse").slice(0, answered.length)).toStrictEqual(
      answered,
    );
    restarted.signal("SIGTERM");
    expect(await after.closed).toMatchObject({ code: 1001 });
    expect(await restarted.exited).toBe(0);
  });
});

async function residentMegabytes({ pid }: RunningEngine): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
