// Ordinary mistakes of pushed code: each costs its own call, and never the process or a call of somebody else.
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningEngine, startEngine } from "../support/engine";
import { mistakesApp } from "./testApp";

describe.each(["pool", "shared", "fresh"] as const)("with contexts that are %s,", (contexts) => {
  let engine: RunningEngine;
  let client: ConvexHttpClient;
  beforeAll(async () => {
    engine = await startEngine({ appDir: mistakesApp, contexts });
    client = new ConvexHttpClient(engine.socketUrl, { logger: false });
  });
  afterAll(() => engine.kill());

  const query = (name: string): Promise<unknown> =>
    client.query(makeFunctionReference<"query">(`mistakes:${name}`), {});
  const action = (name: string): Promise<unknown> =>
    client.action(makeFunctionReference<"action">(`mistakes:${name}`), {});
  const call = { query, action };
  /** Others are served by the same process. The client would also reach one that was started again. */
  async function othersAreServed(): Promise<void> {
    expect(await query("fine")).toBe("fine");
    process.kill(engine.pid, 0);
  }

  it.each([
    ["action", "pipesUnheard", "the stream failed"],
    ["action", "readsUnheard", "the stream failed"],
    ["action", "writesUnheard", "the sink failed"],
    ["action", "chainsUnheard", "the stream failed"],
    ["action", "rejectsOwnPromise", "own promise failed"],
    ["action", "rejectsUnreadable", "cannot be read"],
    ["action", "rejectsThrowing", "cannot be read"],
    ["action", "listenerThrows", "the listener failed"],
    ["action", "hostListenerThrows", "cannot be invoked without 'new'"],
    ["query", "splitsTooMuch", "Invalid array length"],
    ["query", "splitsTooMuchByPattern", "Invalid array length"],
    ["query", "matchesTooMuch", "Invalid array length"],
    ["query", "fillsTooMuch", "Invalid array length"],
    ["query", "assignsUndeclared", "undeclared is not defined"],
    ["query", "changesFrozen", "read only property"],
    ["query", "sharesMemory", "Shared memory is not available."],
    ["query", "declaresSharedMemory", "Shared memory is not available."],
    ["action", "callsItselfForEver", "infinite loop in your app"],
    ["action", "derivesForEver", "iterations"],
    ["action", "generatesForEver", "modulusLength"],
  ] as const)("the %s %s fails, and others are served", async (kind, name, text) => {
    await expect(call[kind](name)).rejects.toThrow(text);
    await othersAreServed();
  });

  it("`this` of a plain function is undefined", async () => {
    expect(await query("thisOfFunction")).toBe("undefined");
  });

  it("a module with memory that is not shared works", async () => {
    expect(await query("declaresMemory")).toBe(true);
  });

  it("methods of the host's internal objects, called wrongly, do no harm", async () => {
    expect(await action("callsInnerObjects")).toEqual([]);
    await othersAreServed();
  });

  it("keys work, show only what they say, and are exported only when they are extractable", async () => {
    expect(await action("usesKeys")).toEqual({
      keys: 0,
      isKey: true,
      says: ["secret", false, ["sign"], { name: "HMAC", hash: { name: "SHA-256" }, length: 256 }],
      signed: 32,
      exported: expect.stringContaining("InvalidAccess"),
      agree: true,
      jwk: "P-256",
    });
  });

  it.each(["/pipes", "/writes"])("clients of %s that leave disturb no other client", async (path) => {
    for (let client = 0; client < 5; client++) {
      const leaving = new AbortController();
      const response = await fetch(engine.httpUrl + path, { signal: leaving.signal });
      const first = await response.body?.getReader().read();
      expect(new TextDecoder().decode(first?.value)).toContain("piece");
      leaving.abort();
    }
    const endsAt = performance.now() + 300;
    while (performance.now() < endsAt) await othersAreServed();
  });
});
