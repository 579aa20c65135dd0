// Functions that never end, use too much or try to escape: only they fail, and everybody else is served.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RunningEngine, startEngine } from "../support/engine";
import { administer } from "./semantics/engineSubject";
import { testApp } from "./testApp";

describe("in contexts that are used again,", () => {
  let engine: RunningEngine;
  let client: ConvexHttpClient;
  beforeAll(async () => {
    engine = await startEngine({ appDir: testApp, contexts: "pool" });
    client = new ConvexHttpClient(engine.socketUrl, { logger: false });
  });
  afterAll(() => engine.kill());
  beforeEach(() => administer(engine, "documents:clear", { tables: ["things"] }));

  const query = (name: string, args = {}): Promise<unknown> => client.query(makeFunctionReference<"query">(name), args);
  const mutation = (name: string, args = {}): Promise<unknown> =>
    client.mutation(makeFunctionReference<"mutation">(name), args, { skipQueue: true });
  const action = (name: string, args = {}): Promise<unknown> =>
    client.action(makeFunctionReference<"action">(name), args);
  const call = { query, mutation, action };
  const labels = () => query("transactions:labels", { table: "things" });

  it.each([
    ["query", "hostile:spinInQuery", /time|too long/i],
    ["mutation", "hostile:spinInMutation", /time|too long/i],
    ["action", "hostile:spinInAction", /held the thread/],
    ["query", "hostile:spinInMicrotasks", /time|too long/i],
    ["query", "hostile:spinInRegularExpression", /time|too long/i],
    ["query", "hostile:neverSettles", /never resolve/],
    ["mutation", "hostile:neverSettlesInMutation", /never resolve/],
    ["mutation", "hostile:rejectsUnheard", /nobody listens/],
    ["query", "hostile:rejectsUnheardInQuery", /nobody listens/],
    ["query", "hostile:recurses", /Maximum call stack size exceeded/],
  ] as const)("the %s %s fails and writes nothing", async (kind, name, text) => {
    await expect(call[kind](name)).rejects.toThrow(text);
    expect(await query("calls:greet", { name: "again" })).toBe("Hello, again");
    expect(await labels()).toStrictEqual([]);
  });

  it("a function that spins does not make waiting calls fail", async () => {
    const spinning = query("hostile:spinInQuery").catch(() => "ended");
    const others = Array.from({ length: 10 }, (_, n) => mutation("crash:increment", { name: `other ${n}` }));
    expect(await Promise.all(others)).toStrictEqual(others.map(() => 1));
    expect(await spinning).toBe("ended");
  });

  it("time in which the machine pauses the process does not count for a function", async () => {
    const rounds = await action("hostile:roundsIn", { ms: 400 });
    const computed = query("hostile:computes", { rounds }).catch(String);
    for (let pauses = 0; pauses < 4; pauses++) {
      await sleep(100);
      engine.signal("SIGSTOP");
      await sleep(1100);
      engine.signal("SIGCONT");
    }
    expect(await computed).toStrictEqual(expect.any(Number));
  });

  it("a function that spins ends although the process may open no file any more", async () => {
    // The connection is there before, and so is what watches.
    expect(await query("calls:greet", { name: "Ann" })).toBe("Hello, Ann");
    const limitTo = (files: string) => execFileSync("prlimit", ["--pid", String(engine.pid), `--nofile=${files}`]);
    const limits = readFileSync(`/proc/${engine.pid}/limits`, "utf8");
    const [, soft = "", hard = ""] = /^Max open files +(\d+) +(\d+)/m.exec(limits) ?? [];
    limitTo(`3:${hard}`);
    try {
      await expect(query("hostile:spinInQuery")).rejects.toThrow(/time|too long/i);
      // The process looks at its memory each second.
      await sleep(2500);
      expect(await query("calls:greet", { name: "again" })).toBe("Hello, again");
    } finally {
      limitTo(`${soft}:${hard}`);
    }
  });

  it("mutations that arrive with ones that spin or leave a rejection take effect once", async () => {
    const bad = ["hostile:rejectsUnheard", "hostile:spinInMutation", "hostile:rejectsUnheard"];
    const calls = Array.from({ length: 30 }, (_, n) =>
      mutation(bad[n - 10] ?? "crash:increment", n >= 10 && n < 13 ? {} : { name: `batched ${n}` }),
    );
    const outcomes = (await Promise.allSettled(calls)).map((outcome) =>
      outcome.status === "fulfilled" ? outcome.value : "failed",
    );
    expect(outcomes).toStrictEqual(calls.map((_, n) => (n >= 10 && n < 13 ? "failed" : 1)));
    expect(await labels()).toStrictEqual([]);
  });

  it("queries that arrive with ones that spin or leave a rejection have their results", async () => {
    const bad = ["hostile:rejectsUnheardInQuery", "hostile:spinInQuery", "hostile:rejectsUnheardInQuery"];
    const calls = Array.from({ length: 30 }, (_, n) =>
      query(bad[n - 10] ?? "calls:greet", bad[n - 10] ? {} : { name: `${n}` }),
    );
    const outcomes = (await Promise.allSettled(calls)).map((outcome) =>
      outcome.status === "fulfilled" ? outcome.value : "failed",
    );
    expect(outcomes).toStrictEqual(calls.map((_, n) => (bad[n - 10] ? "failed" : `Hello, ${n}`)));
  });

  it("a function cannot reach the process", async () => {
    const reached = await query("hostile:reachesOut").catch(() => "refused");
    expect(["refused", "undefinedundefinedundefined"]).toContain(reached);
  });

  it("an action's timers end with it", async () => {
    expect(await action("hostile:writesLater")).toBe("returned");
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await query("calls:greet", { name: "still" })).toBe("Hello, still");
  });

  it("a write that nobody awaits is committed or not, and never later", async () => {
    expect(await mutation("hostile:leavesWriteBehind")).toBe("returned");
    const at = await labels();
    await mutation("documents:insert", { table: "things", value: { label: "next" } });
    expect(await labels()).toStrictEqual([...(at as string[]), "next"]);
  });
});

it("changes of built-in objects end with the function, in fresh contexts", async () => {
  const engine = await startEngine({ appDir: testApp, contexts: "fresh" });
  const client = new ConvexHttpClient(engine.socketUrl, { logger: false });
  await client.query(makeFunctionReference<"query">("hostile:spoilsPrototypes"), {}).catch(() => undefined);
  const value = [1, { a: 2 }];
  const echo: unknown = await client.query(makeFunctionReference<"query">("calls:echoQuery"), { value });
  await engine.kill();
  expect(echo).toStrictEqual(value);
});

/** Repeats a call that nearly reaches its limit of one second. On a busy machine it may need another try. */
async function inTime(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    if (!String(error).includes("timed out")) throw error;
    return await inTime(call);
  }
}

describe("the limits of Convex hold:", () => {
  let engine: RunningEngine;
  let client: ConvexHttpClient;
  beforeAll(async () => {
    engine = await startEngine({ appDir: testApp });
    client = new ConvexHttpClient(engine.socketUrl, { logger: false });
  });
  afterAll(() => engine.kill());

  const query = (name: string, args = {}): Promise<unknown> =>
    inTime(() => client.query(makeFunctionReference<"query">(name), args));
  const mutation = (name: string, args = {}): Promise<unknown> =>
    inTime(() => client.mutation(makeFunctionReference<"mutation">(name), args));

  it("32,000 documents read, and 16,000 written", async () => {
    await mutation("hostile:insertMany", { count: 3200 });
    expect(await query("hostile:readAll", { times: 10 })).toBe(32_000);
    await expect(query("hostile:readAll", { times: 11 })).rejects.toThrow(/Too many documents read .*limit: 32000/);
    await expect(mutation("hostile:insertMany", { count: 16_001 })).rejects.toThrow(/Too many writes .*limit: 16000/);
    expect(await query("hostile:readAll", { times: 1 })).toBe(3200);
  });

  it("4,096 reads", async () => {
    const id = await mutation("documents:insert", { table: "jobs", value: { label: "a" } });
    await query("hostile:getMany", { id, count: 4096 });
    await expect(query("hostile:getMany", { id, count: 4097 })).rejects.toThrow(/Too many reads .*limit: 4096/);
  });

  it("16 MiB written", async () => {
    const half = { count: 16, size: 512 * 1024 };
    await mutation("hostile:insertMany", half);
    const tooMuch = { count: 33, size: 512 * 1024 };
    await expect(mutation("hostile:insertMany", tooMuch)).rejects.toThrow(/Too many bytes written/);
  });

  it("1,000 jobs scheduled", async () => {
    await mutation("scheduling:scheduleMany", { count: 1000, after: 3_600_000 });
    const tooMany = { count: 1001, after: 3_600_000 };
    await expect(mutation("scheduling:scheduleMany", tooMany)).rejects.toThrow(/Too many functions scheduled/);
  });

  it("16 MiB of arguments and of a result", async () => {
    const mebibyte = 1024 * 1024;
    // Only an authenticated client may send this much data. The package has `setAdminAuth` for its own dashboard.
    const known = new ConvexHttpClient(engine.socketUrl, { logger: false });
    (known as unknown as { setAdminAuth(key: string): void }).setAdminAuth(engine.adminKey);
    const query = (name: string, args: object): Promise<unknown> =>
      known.query(makeFunctionReference<"query">(name), args);
    expect(await query("hostile:sizeOfArgument", { text: "x".repeat(15 * mebibyte) })).toBe(15 * mebibyte);
    await expect(query("hostile:sizeOfArgument", { text: "x".repeat(17 * mebibyte) })).rejects.toThrow(/large|limit/i);
    expect(await query("hostile:bigResult", { size: 15 * mebibyte })).toHaveLength(15 * mebibyte);
    await expect(query("hostile:bigResult", { size: 17 * mebibyte })).rejects.toThrow(/too large/);
  });

  it("256 log lines, the last of which says that there were more", async () => {
    const response = await fetch(`${engine.socketUrl}/api/query`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ path: "hostile:logMany", args: { count: 1000, size: 1 }, format: "json" }),
    });
    const { logLines } = (await response.json()) as { logLines: string[] };
    expect(logLines.length).toBeLessThanOrEqual(257);
    expect(logLines.at(-1)).toContain("Log overflow (maximum 256)");
  });
});
