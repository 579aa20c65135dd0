import { describe, expect, it } from "vitest";
import type { LogLine, RunEnvironment } from "../contract";
import { compileModules } from "../compile";
import { createProgram } from "../program";
import { call, environmentOf, programOf, programThatEvaluates } from "../testing";

type Kind = "query" | "mutation" | "action";

/** Returns the value of `expression`, evaluated inside a function; the whole outcome if the function fails. */
async function evaluate(expression: string, kind: Kind = "query", environment?: RunEnvironment): Promise<unknown> {
  const program = await programThatEvaluates(expression);
  const outcome = await call(program, kind, `m:${kind}`, {}, environment);
  return outcome.kind === "success" ? JSON.parse(outcome.value) : outcome;
}

const V8 = `Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp
  Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError globalThis JSON Math Intl
  ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array
  Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set WeakMap WeakSet WeakRef Proxy Reflect
  FinalizationRegistry SharedArrayBuffer WebAssembly decodeURI decodeURIComponent encodeURI encodeURIComponent escape
  unescape eval isFinite isNaN console`;
const NEWER = ["Iterator", "Float16Array", "SuppressedError", "DisposableStack", "AsyncDisposableStack"];
const CONVEX = `Convex self process URL URLSearchParams TextEncoder TextDecoder TextDecoderStream TextEncoderStream atob btoa structuredClone
  Event EventTarget AbortController AbortSignal Blob File FormData Headers Request Response ReadableStream
  ReadableStreamDefaultReader ReadableStreamBYOBReader WritableStream WritableStreamDefaultWriter TransformStream
  DOMException performance Performance PerformanceEntry PerformanceMark PerformanceMeasure setTimeout clearTimeout setInterval clearInterval fetch AsyncLocalStorage AsyncResource crypto
  Crypto CryptoKey SubtleCrypto`;
const sortedNames = (text: string): string[] => text.split(/\s+/).sort();

describe("global names", () => {
  const available = NEWER.filter((name) => name in globalThis);

  it("are those of Convex's default runtime and no others", async () => {
    const names = await evaluate(`Object.getOwnPropertyNames(globalThis)`);
    expect(names).toBeInstanceOf(Array);
    expect([...(names as string[])].sort()).toEqual(sortedNames([V8, CONVEX, ...available].join(" ")));
  });

  it.runIf(available.includes("Float16Array"))("buffers of all typed arrays have the same class", async () => {
    expect(await evaluate(`new Float16Array([1.5]).buffer instanceof ArrayBuffer`)).toBe(true);
    const refused = await evaluate(`crypto.getRandomValues(new Float16Array(2))`, "query");
    expect(refused).toMatchObject({ kind: "error", message: expect.stringContaining("TypeMismatchError") });
  });

  it("hide Node's process behind one with env alone", async () => {
    expect(await evaluate(`Object.keys(process)`)).toEqual(["env"]);
  });

  it.each([
    "typeof require, typeof module, typeof exports, typeof Buffer",
    String.raw`typeof r\u0065quire, typeof \u{6d}odule, typeof exp\u006frts, typeof Buffer`,
  ])("are all that a module sees, though it runs as a function: %s", async (types) => {
    const source = `export const f = { invokeQuery: async () => [${types}].join() };`;
    const modules = await compileModules([{ path: "m.js", source, sourceMap: null, environment: "isolate" }]);
    const bare = createProgram({ modules, contexts: "fresh", importNow: 0, importSeed: new Uint8Array(32) });
    const value = "undefined,undefined,undefined,undefined";
    expect(await call(bare, "query", "m:f")).toEqual({ kind: "success", value });
  });
});

describe("process.env", () => {
  it("is read by name and lists nothing", async () => {
    const environment = environmentOf({ readEnv: (name) => (name === "A" ? "1" : undefined) });
    const expression = `[process.env.A, process.env.B ?? null, Object.keys(process.env)]`;
    expect(await evaluate(expression, "query", environment)).toEqual(["1", null, []]);
  });
});

describe("time", () => {
  it.each(["2 ** 31", "2 ** 40", "Infinity"])("timers of %s ms do not end at once", async (delay) => {
    const first = `new Promise((resolve) => {
      setTimeout(() => resolve("timeout"), ${delay});
      setInterval(() => resolve("interval"), ${delay});
      AbortSignal.timeout(${delay}).addEventListener("abort", () => resolve("signal"));
      setTimeout(() => resolve("short"), 20);
    })`;
    expect(await evaluate(first, "action")).toBe("short");
  });

  const clock = `(() => { const p = performance.now(); for (let i = 0; i < 3e5; i++); return [
    Date.now(), +new Date(), new Date().getTimezoneOffset(), Date(), new Date(5).getTime(), performance.now() - p > 0,
    new Date() instanceof Date, Date.UTC(2000, 0), new Date().constructor === Date,
  ]; })()`;

  it.each(["query", "mutation"] as const)("stands still in a %s", async (kind) => {
    const environment = environmentOf({ now: Date.UTC(2024, 0, 2, 3, 4, 5, 6) });
    expect(await evaluate(clock, kind, environment)).toEqual([
      1704164645006,
      1704164645006,
      0,
      "Tue Jan 02 2024 03:04:05 GMT+0000 (Coordinated Universal Time)",
      5,
      kind === "mutation",
      true,
      946684800000,
      true,
    ]);
  });

  const marking = `(() => {
    const { startTime } = performance.mark("begun", { startTime: 5, detail: { a: 1 } });
    performance.mark("ended", { startTime: 12 });
    const both = performance.measure("both", "begun", "ended");
    const later = performance.measure("later", { start: "ended", duration: 3, detail: "d" });
    const tried = (call) => { try { call(); return "none"; } catch ({ name }) { return name; } };
    const failures = [
      () => performance.measure("m", "unknown"), () => performance.mark("m", { startTime: -1 }),
      () => performance.measure("m", { start: 1, end: 2, duration: 3 }), () => performance.measure("m", { start: 1 }, "ended"),
    ].map(tried);
    const names = () => performance.getEntries().map(({ name }) => name).join();
    const all = names();
    performance.clearMarks("begun");
    performance.clearMeasures();
    return { startTime, both: both.toJSON(), later: later.toJSON(), failures, all, left: names(),
      byName: performance.getEntriesByName("ended", "mark").length, made: [performance instanceof Performance, both instanceof PerformanceMeasure, new PerformanceMark("n").name],
      illegal: [() => new Performance(), () => new PerformanceEntry(), () => new PerformanceMeasure("m")].map(tried),
      byType: performance.getEntriesByType("measure").length };
  })()`;

  it("has marks and measures of each run", async () => {
    const program = await programThatEvaluates(marking);
    for (const _run of [1, 2]) {
      const outcome = await call(program, "query", "m:query", {});
      expect(outcome).toMatchObject({ kind: "success" });
      expect(outcome.kind === "success" && JSON.parse(outcome.value)).toEqual({
        startTime: 5,
        both: { name: "both", entryType: "measure", startTime: 5, duration: 7, detail: null },
        later: { name: "later", entryType: "measure", startTime: 12, duration: 3, detail: "d" },
        failures: ["SyntaxError", "TypeError", "TypeError", "TypeError"],
        all: "begun,ended,both,later",
        left: "ended",
        made: [true, true, "n"],
        illegal: ["TypeError", "TypeError", "TypeError"],
        byName: 1,
        byType: 0,
      });
    }
  });

  it("is the real one in an action", async () => {
    const [now] = (await evaluate(clock, "action")) as [number];
    expect(Math.abs(now - Date.now())).toBeLessThan(10_000);
  });
});

describe("randomness", () => {
  const draw = `[Math.random(), crypto.randomUUID(), [...crypto.getRandomValues(new Uint8Array(4))], Math.random()]`;
  const seeded = (byte: number): RunEnvironment => environmentOf({ seed: new Uint8Array(32).fill(byte) });

  it("is determined by the seed in queries and mutations", async () => {
    const first = await evaluate(draw, "query", seeded(1));
    expect(await evaluate(draw, "mutation", seeded(1))).toEqual(first);
    expect(await evaluate(draw, "query", seeded(2))).not.toEqual(first);
    expect(first).toEqual([
      expect.any(Number),
      expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      [expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)],
      expect.any(Number),
    ]);
  });

  it("begins again with every run of a pooled context", async () => {
    const program = await programOf({
      "m.ts": `import { queryGeneric as query } from "convex/server"; export const f = query(async () => ${draw});`,
    });
    const first = await call(program, "query", "m:f", {}, seeded(1));
    expect(await call(program, "query", "m:f", {}, seeded(1))).toEqual(first);
  });

  it("is true in actions", async () => {
    expect(await evaluate(draw, "action", seeded(1))).not.toEqual(await evaluate(draw, "action", seeded(1)));
  });

  it("is that of the push while modules load, in actions too", async () => {
    const files = {
      "m.ts": `import { actionGeneric as action } from "convex/server";
        const atImport = [Math.random(), crypto.randomUUID(), Date.now()];
        export const f = action(async () => atImport);`,
    };
    const first = await call(await programOf(files), "action", "m:f", {}, seeded(1));
    expect(await call(await programOf(files), "action", "m:f", {}, seeded(2))).toEqual(first);
    expect(first).toMatchObject({ kind: "success", value: expect.stringContaining(",1000]") });
  });

  it("is evenly spread", async () => {
    const mean = await evaluate(`Array.from({ length: 20000 }, Math.random).reduce((a, b) => a + b) / 20000`);
    expect(mean).toBeCloseTo(0.5, 1);
  });
});

describe("what only actions may do", () => {
  const refusal = (subject: string): string =>
    `Can't use ${subject} in queries and mutations. Please consider using an action. ` +
    "See https://docs.convex.dev/functions/actions for more details.";

  it.each([
    ["fetch()", `fetch("data:,x").catch((error) => [error instanceof TypeError, error.message])`],
    ["setTimeout", `(() => { try { setTimeout(() => {}, 1); } catch (error) { return [true, error.message]; } })()`],
    ["setInterval", `(() => { try { setInterval(() => {}, 1); } catch (error) { return [true, error.message]; } })()`],
    [
      "cryptographic randomness",
      `crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, true, ["encrypt"]).catch((error) => [true, error.message])`,
    ],
  ])("%s", async (subject, expression) => {
    expect(await evaluate(`await ${expression}`, "query")).toEqual([true, refusal(subject)]);
    expect(await evaluate(`await ${expression}`, "mutation")).toEqual([true, refusal(subject)]);
  });

  it("seeded cryptography works in queries", async () => {
    const digest = `await crypto.subtle.digest("SHA-256", new TextEncoder().encode("abc"))`;
    expect(await evaluate(`[...new Uint8Array(${digest})].slice(0, 3)`)).toEqual([0xba, 0x78, 0x16]);
  });

  it.each([
    ["the database", `Convex.syscall("1.0/x", "{}")`, "Can't use database at import time"],
    ["fetch", `await_(fetch("data:,x"))`, "Can't use fetch() at import time"],
    ["timers", `setTimeout(() => {}, 1)`, "Can't use setTimeout at import time"],
  ])("%s is refused while modules load", async (_, statement, message) => {
    const program = await programOf({
      "m.ts": `import { actionGeneric as action } from "convex/server";
        let seen = null; const await_ = (promise) => promise.catch((error) => { seen = error.message; });
        try { ${statement}; } catch (error) { seen = error.message; }
        export const f = action(async () => { await null; await null; return seen; });`,
    });
    expect(await call(program, "action", "m:f")).toEqual({ kind: "success", value: JSON.stringify(message) });
  });
});

describe("timers of actions", () => {
  it("fire in order, pass arguments, repeat, and can be cleared", async () => {
    const expression = `await (async () => {
      const seen = [];
      setTimeout((x) => seen.push(x), 20, "late"); setTimeout((x) => seen.push(x), 5, "early");
      const cleared = setTimeout(() => seen.push("never"), 1); clearTimeout(cleared);
      await new Promise((resolve) => { const id = setInterval(() => { seen.push("tick"); if (seen.length > 4) { clearInterval(id); resolve(); } }, 8); });
      return [seen.filter((x) => x !== "tick"), typeof cleared];
    })()`;
    expect(await evaluate(expression, "action")).toEqual([["early", "late"], "number"]);
  });

  it("fail the action when they throw", async () => {
    const outcome = await evaluate(
      `await new Promise(() => setTimeout(() => { throw new Error("in a timer"); }, 1))`,
      "action",
    );
    expect(outcome).toMatchObject({ kind: "error", message: expect.stringContaining("Uncaught Error: in a timer") });
  });
});

describe("objects of the host", () => {
  it("throw errors that are instances of the context's classes", async () => {
    const caught = (code: string): string =>
      `(() => { try { ${code}; } catch (e) { return [e instanceof Error, e instanceof TypeError, e instanceof RangeError]; } })()`;
    expect(await evaluate(`[${caught(`new URL("x")`)}, ${caught(`atob("*")`)}, ${caught(`null.x`)}]`)).toEqual([
      [true, true, false],
      [true, false, false],
      [true, true, false],
    ]);
    expect(
      await evaluate(`[class A extends Error {}].map((A) => [new A() instanceof A, new Error() instanceof A])`),
    ).toEqual([[true, false]]);
  });

  it("make buffers that Convex takes for values", async () => {
    expect(await evaluate(`new TextEncoder().encode("hi").buffer`)).toEqual({ $bytes: "aGk=" });
    expect(await evaluate(`await new Response("hi").arrayBuffer()`)).toEqual({ $bytes: "aGk=" });
    expect(await evaluate(`new ArrayBuffer(2)`)).toEqual({ $bytes: "AAA=" });
  });

  it("clone structures into the context's own objects", async () => {
    const expression = `(() => {
      const source = { map: new Map([[1, { a: new Date(5) }]]), set: new Set(["x"]), error: new TypeError("t"), bytes: new Uint8Array([1]), list: [1, , 3] };
      source.self = source;
      const clone = structuredClone(source);
      let refusal; try { structuredClone({ f() {} }); } catch (error) { refusal = error.name; }
      return [clone !== source, clone.self === clone, clone.map.get(1).a instanceof Date, clone.map instanceof Map, [...clone.set],
        clone.error instanceof TypeError, clone.error.message, clone.bytes[0], clone.list.length, clone.constructor === Object, refusal];
    })()`;
    expect(await evaluate(expression)).toEqual([
      true,
      true,
      true,
      true,
      ["x"],
      true,
      "t",
      1,
      3,
      true,
      "DataCloneError",
    ]);
  });

  it("stream and read blobs, in queries too", async () => {
    expect(await evaluate(`await new Blob(["a", "b"]).text()`)).toBe("ab");
    const through = `await new Response(new Blob(["text"]).stream().pipeThrough(new TextDecoderStream()).pipeThrough(
      new TransformStream({ transform(chunk, controller) { controller.enqueue(new TextEncoder().encode(chunk + "!")); } }))).text()`;
    expect(await evaluate(through)).toBe("text!");
    expect(
      await evaluate(`await new Response(new Blob(["ä"]).stream().pipeThrough(new TextDecoderStream()).pipeThrough(
      new TextEncoderStream())).text()`),
    ).toBe("ä");
  });

  it.each([
    ["pull", `new ReadableStream({ pull() { throw new Error("pull"); } }).getReader().read()`],
    [
      "pull, read by a loop",
      `(async () => { for await (const part of new ReadableStream({ pull() { throw new Error("pull, read by a loop"); } })) part; })()`,
    ],
    ["write", `new WritableStream({ write() { throw new Error("write"); } }).getWriter().write(1)`],
    [
      "transform",
      `new Response(new Blob(["a"]).stream().pipeThrough(new TransformStream({ transform() { throw new Error("transform"); } }))).text()`,
    ],
    ["piped", `new Blob(["a"]).stream().pipeTo(new WritableStream({ write() { throw new Error("piped"); } }))`],
  ])("give what a method of a stream throws to those who use the stream: %s", async (message, expression) => {
    const caught = `await (async () => { try { await ${expression}; return "nothing"; } catch (error) { return error.message; } })()`;
    expect(await evaluate(caught, "action")).toBe(message);
    expect(await evaluate(caught, "query")).toBe(message);
  });

  it("carry asynchronous context through awaits", async () => {
    const expression = `await (async () => { const storage = new AsyncLocalStorage();
      return await storage.run("here", async () => { await null; await crypto.subtle.digest("SHA-1", new Uint8Array()); return storage.getStore(); }); })()`;
    expect(await evaluate(expression)).toBe("here");
  });

  it("tell keys of cryptography, as libraries for tokens ask", async () => {
    const key = `await crypto.subtle.importKey("raw", new Uint8Array(32), { name: "HMAC", hash: "SHA-256" }, false, ["sign"])`;
    expect(await evaluate(`[(${key}) instanceof CryptoKey, {} instanceof CryptoKey]`)).toEqual([true, false]);
    expect(await evaluate(`[crypto instanceof Crypto, crypto.subtle instanceof SubtleCrypto]`)).toEqual([true, true]);
  });

  it("compile WebAssembly", async () => {
    const expression = `(await WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))).instance instanceof WebAssembly.Instance`;
    expect(await evaluate(expression)).toBe(true);
  });
});

describe("console", () => {
  async function linesOf(statements: string): Promise<LogLine[]> {
    const environment = environmentOf();
    await evaluate(`(() => { ${statements} return null; })()`, "query", environment);
    return environment.lines;
  }

  it("gives every method its level and joins what it is given", async () => {
    const lines = await linesOf(
      `console.log("a", 1, { b: [1] }); console.debug(); console.info(null); console.warn("w"); console.error("e");`,
    );
    expect(lines.map(({ level, message }) => [level, message])).toEqual([
      ["LOG", "'a' 1 {\n  b: [ 1 ]\n}"],
      ["DEBUG", ""],
      ["INFO", "null"],
      ["WARN", "'w'"],
      ["ERROR", "'e'"],
    ]);
    expect(Math.abs((lines[0]?.at ?? 0) - Date.now())).toBeLessThan(10_000);
  });

  it("traces and times", async () => {
    const lines = await linesOf(
      `console.trace("here"); console.time("t"); console.timeLog("t", 1); console.timeEnd("t"); console.timeEnd("t");`,
    );
    expect(lines.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^'here'\n {4}at .*\.\.\/convex\/m\.ts:3:/),
      expect.stringMatching(/^t: [\d.]+ms 1$/),
      expect.stringMatching(/^t: [\d.]+ms$/),
      "Timer 't' does not exist",
    ]);
  });

  it("ends with a line about the overflow after 256", async () => {
    const lines = await linesOf(`for (let i = 0; i < 300; i++) console.log(i);`);
    expect(lines).toHaveLength(256);
    expect(lines[254]?.message).toBe("254");
    expect(lines[255]).toMatchObject({
      level: "ERROR",
      message: "Log overflow (maximum 256). Remaining log lines omitted.",
    });
  });

  it("cuts a line at 32768 bytes", async () => {
    const [line] = await linesOf(`console.log("ä".repeat(30000));`);
    expect(Buffer.byteLength(line?.message ?? "")).toBeLessThanOrEqual(32_768);
    expect(line?.message).toMatch(/ä \(truncated due to length\)$/);
  });
});
