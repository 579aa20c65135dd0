// Pushed code is trusted, but it must not reach the host by accident. These tests reach every object that a function
// can reach, and ask its constructor to compile text. Each one must refuse.
import { describe, expect, it } from "vitest";
import { type FunctionKind, FunctionError, type RunEnvironment, type SyscallHost } from "./contract";
import { call, environmentOf, programThatEvaluates } from "./testing";

async function evaluate(expression: string, kind: FunctionKind, environment?: RunEnvironment): Promise<unknown> {
  const outcome = await call(await programThatEvaluates(expression), kind, `m:${kind}`, {}, environment);
  return outcome.kind === "success" ? JSON.parse(outcome.value) : outcome;
}

const refused = (): never => {
  throw new FunctionError("Refused", "no");
};
const refusingHost: SyscallHost = {
  syscall: refused,
  asyncSyscall: refused,
  jsSyscall: refused,
  watchLastQuery: refused,
};

/** Objects that functions can make, receive or catch, in addition to what the globals lead to. */
const samples = `[
  new URL("https://x/?a=1"), new URL("https://x/?a=1").searchParams, new URLSearchParams("a=1").entries(),
  new Headers({ a: "b" }), new Headers({ a: "b" }).entries(), new Request("https://x"), new Response("x"),
  new Response("x").text(), new Blob(["x"]), new Blob(["x"]).text(), new File(["x"], "f"), new FormData(),
  new ReadableStream(), new ReadableStream().getReader().closed, new WritableStream().getWriter(), new TransformStream(),
  new TextEncoder().encode("x"), new TextDecoderStream(), new AbortController(), AbortSignal.abort(), AbortSignal.abort().reason,
  new Event("x"), new EventTarget(), new AsyncLocalStorage(), new AsyncResource("x"), new DOMException("x"),
  crypto.subtle.digest("SHA-256", new Uint8Array(1)), crypto.subtle.digest("SHA-256", new Uint8Array(1e6)),
  structuredClone({ a: [new Date(), new Map([[1, new Set()]]), new Uint8Array(1), new Error("x")] }),
  function () {}, async () => {}, function* () {}, async function* () {}, (function* () {})(), (async function* () {})(),
  [].values(), new Map().values(), "x".matchAll(/x/g), new Proxy({}, {}), new WeakRef({}), Symbol.iterator, 1n, /x/, new Date(),
  caught(() => new URL("x")), caught(() => atob("*")), caught(() => new Response("x", { status: 9 })), caught(() => fetch("x")),
  caught(() => Convex.syscall("1.0/x", "{}")), caught(() => structuredClone(() => 1)), caught(() => setTimeout(() => 1)),
  caught(() => new TextDecoder("x")), caught(() => crypto.getRandomValues(new Uint8Array(1e6))), caught(() => null.x),
  caught(() => (function overflow() { overflow(); })()), caught(() => new Headers([["a"]])), caught(() => new Function("1")),
]`;

/** Visits every reachable object, calls every function, and asks each constructor to compile text. */
const walk = `(async () => {
  const found = [], seen = new Set(), todo = [];
  const TEXT = "return typeof process === 'object' && process.versions ? 'the host' : 'a function'";
  const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";
  const promises = [];
  function reach(value, path) {
    if (!isObject(value) || seen.has(value)) return;
    seen.add(value);
    todo.push([value, path]);
  }
  const kinds = new Set();
  /** Calls return a new object each time, so one object of each kind is enough. */
  function reachMade(value, path) {
    if (!isObject(value) || kinds.has(Object.getPrototypeOf(value))) return;
    kinds.add(Object.getPrototypeOf(value));
    reach(value, path);
  }
  function caught(work) {
    try {
      const given = work();
      if (/Promise/.test(Object.prototype.toString.call(given))) promises.push(given.then((of) => reachMade(of, "a value"), (error) => reachMade(error, "a rejection")));
      return given;
    } catch (error) { return error; }
  }
  function ask(make, path) {
    try {
      const made = make();
      const result = typeof made === "function" ? made() : made;
      if (typeof result === "string") found.push(path + ": " + result);
      else if (result && typeof result.next === "function" && !isArrayLike(result)) found.push(path + ": an iterator");
    } catch (error) { reachMade(error, path + " throws"); }
  }
  function isArrayLike(value) { return typeof value[Symbol.iterator] === "function" && "length" in value; }
  function isHost(value) { return value !== globalThis && value !== process && caught(() => typeof (value.process ?? value).versions?.node) === "string"; }
  const SKIPPED = new Set([setTimeout, setInterval]);
  reach(globalThis, "globalThis");
  for (const [index, sample] of ${samples}.entries()) reach(sample, "sample " + index);
  for (;;) {
    if (todo.length === 0 && promises.length > 0) await Promise.race([Promise.all(promises.splice(0)), crypto.subtle.digest("SHA-256", new Uint8Array(1e6))]);
    if (todo.length === 0) break;
    const [value, path] = todo.pop();
    if (isHost(value)) { found.push(path + ": the host"); continue; }
    reach(Object.getPrototypeOf(value), path + ".__proto__");
    for (const key of Reflect.ownKeys(value)) {
      const { get, set, value: content } = caught(() => Object.getOwnPropertyDescriptor(value, key)) ?? {};
      const name = path + "." + String(key);
      reach(content, name); reach(get, name + " (get)"); reach(set, name + " (set)");
      if (get) reachMade(caught(() => Reflect.get(value, key)), name);
    }
    if (value !== globalThis && typeof caught(() => value.constructor) === "function") {
      ask(() => value.constructor.constructor(TEXT), path + ".constructor.constructor");
      if (/Function/.test(value.constructor.name)) ask(() => value.constructor(TEXT), path + ".constructor");
    }
    if (typeof value === "function" && !SKIPPED.has(value)) {
      if (/Function$/.test(value.name)) { ask(() => value(TEXT), path); ask(() => new value(TEXT), "new " + path); }
      if (!/^(globalThis\\.)?(eval|Function)$/.test(path)) reachMade(caught(() => value()), path + "()");
    }
  }
  return { found, looked: seen.size };
})()`;

describe("code made of text", () => {
  it.each([`globalThis.eval("1 + 1")`, `new Function("return 1")()`, `(async () => 1).constructor("1")`])(
    "is refused, as on Convex: %s",
    async (expression) => {
      for (const kind of ["query", "mutation", "action"] as const) {
        expect(await evaluate(expression, kind)).toMatchObject({
          kind: "error",
          message: expect.stringContaining("EvalError: Code generation from strings disallowed for this context"),
        });
      }
    },
  );

  it.each([
    `URL.constructor("return process")()`,
    `new Headers().constructor.constructor("return process")()`,
    `(() => { try { atob("*"); } catch (error) { return error.constructor.constructor("return process")(); } })()`,
    `fetch.constructor("return process")()`,
    `Object.getPrototypeOf(async () => 1).constructor("return process")()`,
    `Convex.syscall.constructor("return process")()`,
  ])("is refused by what the host made: %s", async (expression) => {
    expect(await evaluate(`Object.keys(${expression} ?? {})`, "query")).toMatchObject({
      kind: "error",
      message: expect.stringContaining("EvalError: Code generation from strings disallowed for this context"),
    });
  });

  it("is refused by all that a function can reach", async () => {
    const environment = environmentOf({ host: refusingHost });
    const walked = await evaluate(`await ${walk}`, "action", environment);
    expect(walked).toEqual({ found: [], looked: expect.any(Number) });
    expect((walked as { looked: number }).looked).toBeGreaterThan(1000);
  });
});
