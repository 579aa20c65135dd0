import { describe, expect, it } from "vitest";
import { Deadline } from "./deadline";
import { FunctionError, type RunOutcome } from "./contract";
import { call, environmentOf, host, messageOf, programOf, silenceTestRunner, valueOf } from "./testing";

const IMPORTS = `
  import { queryGeneric as query, mutationGeneric as mutation, actionGeneric as action } from "convex/server";
  import { ConvexError, v } from "convex/values";
`;

describe("calling functions", () => {
  it("gives arguments and results through the convex package", async () => {
    const program = await programOf({
      "folder/m.ts": `${IMPORTS}
        export const add = query({ args: { a: v.number(), b: v.int64() }, handler: async (_, { a, b }) => a + Number(b) });
        export default mutation(async () => undefined);
        export const act = action(async (ctx, args) => ({ ...args, bytes: new Uint8Array([1, 2]).buffer }));`,
    });
    const sum = await call(program, "query", "folder/m:add", { a: 1.5, b: { $integer: "AgAAAAAAAAA=" } });
    expect(sum).toEqual({ kind: "success", value: "3.5" });
    expect(await call(program, "mutation", "folder/m")).toEqual({ kind: "success", value: "null" });
    const acted = await call(program, "action", "folder/m:act", { x: null });
    expect(valueOf(acted)).toEqual({ x: null, bytes: { $bytes: "AQI=" } });
  });

  it("continues at once with an answer that is there, and later with one that is not", async () => {
    const program = await programOf({
      "m.ts": `${IMPORTS} export const two = query(async (ctx) => [await ctx.db.get("now"), await ctx.db.get("later")]);`,
    });
    const environment = environmentOf({
      host: host({
        asyncSyscall: (_op, args) => {
          if (JSON.stringify(args).includes("now")) return '{"n":1}';
          return new Promise((resolve) => setTimeout(resolve, 5, '{"n":2}'));
        },
      }),
    });
    expect(valueOf(await call(program, "query", "m:two", {}, environment))).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it("waits for the calls that a mutation began and did not wait for", async () => {
    const program = await programOf({
      "m.ts": `${IMPORTS} export const forget = mutation(async (ctx) => { void ctx.db.insert("t", {}); return 1; });`,
    });
    let isWritten = false;
    const asyncSyscall = async (): Promise<string> => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      isWritten = true;
      return '{"_id":"x"}';
    };
    await call(program, "mutation", "m:forget", {}, environmentOf({ host: host({ asyncSyscall }) }));
    expect(isWritten).toBe(true);
  });

  it("warns of the calls that an action began and did not wait for, and of no others", async () => {
    const program = await programOf({
      "m.ts": `${IMPORTS}
        export const forget = action(async (ctx) => {
          await ctx.storage.getUrl("awaited");
          for (const id of ["x", "y"]) void ctx.storage.getUrl(id);
          void ctx.storage.getMetadata("z");
        });
        export const wait = action(async (ctx) => { await Promise.all(["x", "y"].map((id) => ctx.storage.getUrl(id))); });`,
    });
    const asyncSyscall = async (): Promise<string> => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return "null";
    };
    const environment = environmentOf({ host: host({ asyncSyscall }) });
    await call(program, "action", "m:wait", {}, environment);
    expect(environment.lines).toEqual([]);
    await call(program, "action", "m:forget", {}, environment);
    expect(environment.lines).toMatchObject([
      {
        level: "WARN",
        message: expect.stringMatching(/^3 unawaited operations: \[storageGetMetadata, storageGetUrl\]\. /),
      },
    ]);
  });

  it("stops an action after it has returned", async () => {
    const program = await programOf({
      "m.ts": `${IMPORTS}
        export const late = action(async (ctx) => {
          void (async () => { for (;;) await ctx.storage.getUrl("x"); })();
          setTimeout(() => ctx.storage.getUrl("y"), 1);
          return 1;
        });`,
    });
    let calls = 0;
    const asyncSyscall = async (): Promise<string> => {
      calls++;
      return "null";
    };
    const environment = environmentOf({ host: host({ asyncSyscall }) });
    expect(valueOf(await call(program, "action", "m:late", {}, environment))).toBe(1);
    const callsAtReturn = calls;
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(calls).toBe(callsAtReturn);
  });
});

describe("contexts", () => {
  const counter = {
    "m.ts": `${IMPORTS} let calls = 0; export const count = query(async () => ++calls);`,
  };

  it("keeps module state between the runs of a pooled context", async () => {
    const program = await programOf(counter, "pool");
    expect(valueOf(await call(program, "query", "m:count"))).toBe(1);
    expect(valueOf(await call(program, "query", "m:count"))).toBe(2);
  });

  it("begins with new modules for every run in fresh mode", async () => {
    const program = await programOf(counter, "fresh");
    expect(valueOf(await call(program, "query", "m:count"))).toBe(1);
    expect(valueOf(await call(program, "query", "m:count"))).toBe(1);
  });

  it("runs one function at a time in a context", async () => {
    const program = await programOf(counter, "pool");
    const values = await Promise.all([call(program, "query", "m:count"), call(program, "query", "m:count")]);
    expect(values.map(valueOf)).toEqual([1, 1]);
  });

  it("keeps the first of two programs running while the second serves", async () => {
    const first = await programOf(counter, "pool");
    const second = await programOf(counter, "pool");
    await call(first, "query", "m:count");
    first.retire();
    expect(valueOf(await call(second, "query", "m:count"))).toBe(1);
    expect(valueOf(await call(first, "query", "m:count"))).toBe(1);
  });

  it("are not shared by a program and its successor, which run the same scripts", async () => {
    const first = await programOf({ "m.ts": `${IMPORTS} let n = 0; export const count = query(async () => ++n);` });
    expect(valueOf(await call(first, "query", "m:count"))).toBe(1);
    const second = first.again();
    expect(valueOf(await call(second, "query", "m:count"))).toBe(1);
    expect(valueOf(await call(first, "query", "m:count"))).toBe(2);
  });
});

describe("imports", () => {
  it("evaluates a dynamically imported module when an action asks for it, and once", async () => {
    const program = await programOf({
      "m.ts": `${IMPORTS} export const load = action(async () => {
        const before = globalThis.loads ?? 0;
        await import("./heavy"); const { answer } = await import("./heavy");
        return [before, globalThis.loads, answer];
      });`,
      "heavy.ts": `globalThis.loads = (globalThis.loads ?? 0) + 1; export const answer = 42;`,
    });
    expect(valueOf(await call(program, "action", "m:load"))).toEqual([0, 1, 42]);
  });

  it("refuses dynamic imports in queries and mutations", async () => {
    const program = await programOf({
      "m.ts": `${IMPORTS} export const load = query(async () => (await import("./heavy")).answer);`,
      "heavy.ts": `export const answer = 42;`,
    });
    expect(messageOf(await call(program, "query", "m:load"))).toContain("TypeError: dynamic module import unsupported");
  });

  it("links cycles, with live bindings", async () => {
    const { compileModules } = await import("./compile");
    const { createProgram } = await import("./program");
    const module = (path: string, source: string) => ({
      path,
      source,
      sourceMap: null,
      environment: "isolate" as const,
    });
    const modules = await compileModules([
      module(
        "a.js",
        `import { b, setB } from "./b.js"; export const a = () => "a" + b; setB("2"); export { run } from "./b.js";`,
      ),
      module(
        "b.js",
        `import { a } from "./a.js"; export let b = "1"; export function setB(value) { b = value; }
         export const run = { isQuery: true, invokeQuery: async () => JSON.stringify([a(), b]) };`,
      ),
    ]);
    const program = createProgram({ modules, contexts: "fresh", importNow: 0, importSeed: new Uint8Array(32) });
    expect(valueOf(await call(program, "query", "a:run"))).toEqual(["a2", "2"]);
  });

  it("names the module that imports what only Node.js has", async () => {
    const { compileModules } = await import("./compile");
    const { createProgram } = await import("./program");
    const source = `import fs from "node:fs"; export const f = fs;`;
    const modules = await compileModules([{ path: "a.js", source, sourceMap: null, environment: "isolate" }]);
    const program = createProgram({ modules, contexts: "fresh", importNow: 0, importSeed: new Uint8Array(32) });
    expect(messageOf(await call(program, "query", "a:f"))).toContain(`a.js imports "node:fs", which only Node.js has`);
  });

  it("does not keep a context whose modules failed to load", async () => {
    const program = await programOf(
      {
        "m.ts": `${IMPORTS} if (!process.env.KEY) throw new Error("KEY is missing"); export const f = query(async () => 1);`,
      },
      "pool",
    );
    expect(messageOf(await call(program, "query", "m:f"))).toContain("Uncaught Error: KEY is missing\n    at ");
    expect(valueOf(await call(program, "query", "m:f", {}, environmentOf({ readEnv: () => "x" })))).toBe(1);
  });
});

describe("errors of functions", () => {
  it("carry V8's wording and frames that lead to the source", async () => {
    const program = await programOf({
      "m.ts": `${IMPORTS}
function fails(): never {
  throw new RangeError("boom");
}
export const f = query({
  handler: async () => fails(),
});`,
    });
    const message = messageOf(await call(program, "query", "m:f"));
    expect(message).toMatch(
      /^Uncaught RangeError: boom\n {4}at fails \(\.\.\/convex\/m\.ts:6:9\)\n {4}at handler \(\.\.\/convex\/m\.ts:9:24\)\n/,
    );
    expect(message.endsWith(")\n")).toBe(true);
    expect(message).not.toContain("node:");
  });

  it.each([
    ["a string", `throw "text"`, "Uncaught text"],
    ["an object", `throw { a: 1 }`, "Uncaught #<Object>"],
    ["nothing", `throw undefined`, "Uncaught undefined"],
  ])("may be %s", async (_, statement, message) => {
    const program = await programOf({ "m.ts": `${IMPORTS} export const f = query(async () => { ${statement}; });` });
    expect(await call(program, "query", "m:f")).toEqual({ kind: "error", message, data: undefined });
  });

  it("carry the data of a ConvexError as Convex JSON", async () => {
    const program = await programOf({
      "m.ts": `${IMPORTS} export const f = mutation(async () => { throw new ConvexError({ code: "FULL", left: 0n }); });`,
    });
    const outcome = await call(program, "mutation", "m:f");
    expect(outcome).toMatchObject({ kind: "error", data: { code: "FULL", left: { $integer: "AAAAAAAAAAA=" } } });
    expect(messageOf(outcome)).toMatch(/^Uncaught ConvexError: /);
  });

  it("say when a promise will never resolve, even beside objects that work unseen", async () => {
    const program = await programOf({
      "m.ts": `${IMPORTS}
        export const f = query(async () => { await new Promise(() => {}); });
        export const g = query(async () => { await new Blob(["x"]).text(); await new Promise(() => {}); });`,
    });
    expect(messageOf(await call(program, "query", "m:f"))).toBe("Returned promise will never resolve");
    expect(messageOf(await call(program, "query", "m:g"))).toBe("Returned promise will never resolve");
  });
});

describe("errors of the host", () => {
  const files = {
    "m.ts": `${IMPORTS}
      const seen = (error) => [error instanceof Error, error instanceof ConvexError, error.message, error.data ?? null];
      export const get = query(async (ctx) => { try { await ctx.db.get("x"); } catch (error) { return seen(error); } });
      export const normalize = query(async (ctx) => {
        try { ctx.db.normalizeId("t", "x"); } catch (error) { return [...seen(error), error.constructor === Error]; }
      });
      export const blob = action(async (ctx) => { try { await ctx.storage.get("x"); } catch (error) { return seen(error); } });
      export const swallow = query(async (ctx) => { try { await ctx.db.get("x"); } catch {} return 1; });`,
  };
  const refuse = (): never => {
    throw new FunctionError("Invalid", "not an id");
  };

  it("arrive as ordinary errors that can be caught", async () => {
    const program = await programOf(files);
    const environment = environmentOf({
      host: { syscall: refuse, asyncSyscall: async () => refuse(), jsSyscall: refuse, watchLastQuery: refuse },
    });
    const seen = [true, false, "not an id", null];
    expect(valueOf(await call(program, "query", "m:get", {}, environment))).toEqual(seen);
    expect(valueOf(await call(program, "query", "m:normalize", {}, environment))).toEqual([...seen, true]);
    expect(valueOf(await call(program, "action", "m:blob", {}, environment))).toEqual(seen);
  });

  it("arrive as ConvexError when they have data", async () => {
    const program = await programOf(files);
    const asyncSyscall = () =>
      Promise.reject(new FunctionError("X", "text", { list: [1, { $integer: "AQAAAAAAAAA=" }] }));
    const environment = environmentOf({ host: host({ asyncSyscall }) });
    const outcome = await call(program, "query", "m:get", {}, environment);
    expect(valueOf(outcome)).toEqual([true, true, "text", { list: [1, { $integer: "AQAAAAAAAAA=" }] }]);
  });

  it("end the run when they are the engine's own, whatever the function does", async () => {
    const program = await programOf(files);
    const broken = new Error("disk full");
    const environment = environmentOf({ host: host({ asyncSyscall: () => Promise.reject(broken) }) });
    await expect(call(program, "query", "m:swallow", {}, environment)).rejects.toBe(broken);
  });
});

describe("functions that misbehave", () => {
  const files = {
    "m.ts": `${IMPORTS}
      export const one = query(async () => 1);
      export const lost = mutation(async () => { void Promise.reject(new Error("lost")); return 1; });
      export const handled = query(async () => { const p = Promise.reject(new Error("x")); await null; return p.catch(() => 2); });`,
  };

  it("fail by a rejection that nobody handles, and only they do", async () => {
    silenceTestRunner();
    const program = await programOf(files);
    const one = (): Promise<RunOutcome> => call(program, "query", "m:one");
    const [before, lost, after] = await Promise.all([one(), call(program, "mutation", "m:lost"), one()]);
    expect(messageOf(lost)).toMatch(/^Uncaught Error: lost\n {4}at \.\.\/convex\/m\.ts:6:/);
    expect([valueOf(before), valueOf(after)]).toEqual([1, 1]);
    expect(valueOf(await call(program, "query", "m:handled"))).toBe(2);
  });

  it.each([
    "delete globalThis.Convex.syscall",
    "delete globalThis.Convex",
    "globalThis.Map = null",
    "globalThis.FormData = null",
    "delete globalThis.FormData",
  ])("are not spoilt for long by one that does %s", async (statement) => {
    const program = await programOf({
      "m.ts": `${IMPORTS}
          export const spoil = query(async () => { ${statement}; return null; });
          export const one = query(async () => { new Map(); new FormData(); return typeof globalThis.Convex.syscall === "function" ? 1 : 0; });`,
    });
    valueOf(await call(program, "query", "m:spoil"));
    // The first call may find what was left behind. No later call may.
    await call(program, "query", "m:one");
    for (let n = 0; n < 10; n += 1) expect(valueOf(await call(program, "query", "m:one"))).toBe(1);
  });

  it("do not fail for what another function left in their context", async () => {
    silenceTestRunner();
    const program = await programOf({
      "m.ts": `${IMPORTS}
        export const lost = action(async () => { void Promise.reject(new Error("lost")); return "returned"; });
        export const lostWhileRunning = action(async () => {
          void Promise.reject(new Error("lost")); await new Promise((resolve) => setTimeout(resolve, 20)); });
        export const one = query(async () => 1);`,
    });
    for (let round = 0; round < 3; round++) {
      const outcomes = await Promise.all([
        call(program, "action", "m:lost"),
        call(program, "query", "m:one"),
        call(program, "action", "m:lost"),
        call(program, "query", "m:one"),
      ]);
      expect(outcomes.map(valueOf)).toEqual(["returned", 1, "returned", 1]);
    }
    const alone = await call(program, "action", "m:lostWhileRunning");
    expect(messageOf(alone)).toContain("Uncaught Error: lost");
  });

  it("are answered when their calls of the host have ended", async () => {
    const program = await programOf({
      "m.ts": `${IMPORTS} export const f = mutation(async (ctx) => { void ctx.db.insert("t", {}); throw new Error("boom"); });`,
    });
    let isWritten = false;
    const asyncSyscall = async (): Promise<string> => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      isWritten = true;
      return '{"_id":"x"}';
    };
    const outcome = await call(program, "mutation", "m:f", {}, environmentOf({ host: host({ asyncSyscall }) }));
    expect([messageOf(outcome).split("\n", 1), isWritten]).toEqual([["Uncaught Error: boom"], true]);
  });

  it("end with their deadline", async () => {
    const program = await programOf({
      "m.ts": `${IMPORTS} export const f = action(async () => { await new Promise((resolve) => setTimeout(resolve, 60000)); });`,
    });
    const deadline = new Deadline();
    const outcome = call(program, "action", "m:f", {}, environmentOf({ deadline }));
    setTimeout(() => deadline.end(new Error("over")), 5);
    expect(messageOf(await outcome)).toBe("The function was stopped before it was done");
  });
});
