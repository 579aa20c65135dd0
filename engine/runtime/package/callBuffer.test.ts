import { convexToJson } from "convex/values";
import fc from "fast-check";
import { expect, it } from "vitest";
import { convexValues } from "../../value/arbitrary";
import type { JsonObject } from "../../value/json";
import { compileModules } from "../compile";
import { createProgram } from "../program";
import { bundle, call, environmentOf, host, valueOf } from "../testing";
import { fieldNames } from "./fieldNames";
import { readCallBuffer, callBufferMarks, callBufferSlots, callBufferWriter, type CallBuffer } from "./callBuffer";

const places = 64;
const names = fc.constantFrom("b", "a", "_c", "10", "9", "A");

function writer(room = places) {
  return callBufferWriter(callBufferMarks, room, fieldNames());
}

function read(callBuffer: CallBuffer | null): JsonObject | null {
  return callBuffer === null ? null : readCallBuffer(callBuffer);
}

it("carries what JSON would carry", () => {
  fc.assert(
    fc.property(convexValues, (value) => {
      const args = { value: convexToJson(value), left: undefined };
      expect(read(writer(4_096).json(args))).toEqual(JSON.parse(JSON.stringify(args)));
    }),
    { numRuns: 2_000 },
  );
});

it("carries a value to store as the package converts it", () => {
  fc.assert(
    fc.property(fc.dictionary(names, convexValues), (value) => {
      const carried = read(writer(4_096).storing("t", "id", value, false));
      if (carried === null) return;
      expect(JSON.stringify(carried)).toBe(JSON.stringify({ table: "t", id: "id", value: convexToJson(value) }));
    }),
    { numRuns: 2_000 },
  );
});

it("carries the removed fields of a patch", () => {
  const value = { z: undefined, a: [{ b: undefined, 1: 1 }] };
  const carried = read(writer().storing(undefined, "id", value, true));
  expect(JSON.stringify(carried)).toBe('{"id":"id","value":{"a":[{"1":1}],"z":{"$undefined":null}}}');
});

it.each([
  ["a field with a reserved name", { $a: 1 }],
  ["a field whose name has other letters", { é: 1 }],
  ["bytes", { bytes: new ArrayBuffer(1) }],
  ["an undefined value", undefined],
  ["a list", [1]],
])("leaves it to the package to store %s", (_title, value) => {
  expect(writer().storing("t", undefined, value, false)).toBe(null);
});

class Special {
  n = 1;
}

const circle: { inner?: object } = {};
circle.inner = circle;

it.each([
  ["-0", { n: -0 }],
  ["a number that JSON does not have", { n: NaN }],
  ["a bigint", { n: 1n }],
  ["a function, such as toJSON", { toJSON: () => ({}) }],
  ["an undefined item", { list: [undefined] }],
  ["a missing item", { list: Object.assign([], { length: 1 }) }],
  ["a symbol", { mark: callBufferMarks.endMark }],
  ["an object of a class", { special: new Special() }],
  ["a field that means the prototype", JSON.parse('{"__proto__":{"n":1}}')],
  ["a circle", circle],
  ["more parts than there are places", { list: Array.from({ length: places }, () => 1) }],
  ["what is not an object", 1n],
])("does not take %s", (_title, args) => {
  expect(writer().json(args)).toBe(null);
});

it("does not take an object while it writes another one, and then continues", () => {
  const write = writer();
  const inner: (CallBuffer | null)[] = [];
  const outer = {
    a: 1,
    get b() {
      inner.push(write.json({ c: 3 }));
      return 2;
    },
  };
  const callBuffer = write.json(outer);
  expect(inner).toEqual([null]);
  expect(read(callBuffer)).toEqual({ a: 1, b: 2 });
});

it("keeps nothing that it has carried or refused", () => {
  const write = writer();
  const isEmpty = (callBuffer: CallBuffer) => callBuffer.every((part) => part === null);
  const callBuffer = write.json({ a: ["text", { b: 1 }] }) ?? [];
  readCallBuffer(callBuffer);
  expect(isEmpty(callBuffer)).toBe(true);
  expect(write.json({ a: "text", b: 1n })).toBe(null);
  expect(isEmpty(callBuffer)).toBe(true);
  const failing = {
    a: "text",
    get b(): never {
      throw new Error("no");
    },
  };
  expect(() => write.json(failing)).toThrow("no");
  expect(isEmpty(callBuffer)).toBe(true);
  expect(write.json({ a: 1 })).toBe(callBuffer);
});

it("refuses a sequence that no writer makes", () => {
  const { objectMark, endMark } = callBufferMarks;
  for (const callBuffer of [[], [1], [objectMark], [objectMark, "__proto__", 1, endMark], [objectMark, "a", endMark]]) {
    expect(() => readCallBuffer(callBuffer)).toThrow("cannot be read");
  }
});

/** The host's part of one system call: what it received, and what that was at the time. */
interface Received {
  args: string | JsonObject;
  text: string;
}

async function run(code: string): Promise<{ value: unknown; received: Received[] }> {
  const files = {
    "m.ts": `import { mutationGeneric } from "convex/server";
      export const f = mutationGeneric(async ({ db }) => { ${code} });`,
  };
  const modules = await compileModules(await bundle(files, { minify: true, keepNames: true }));
  const program = createProgram({ modules, contexts: "pool", importNow: 0, importSeed: new Uint8Array(32) });
  const received: Received[] = [];
  const asyncSyscall = (_op: string, args: string | JsonObject): string => {
    received.push({ args, text: JSON.stringify(args) });
    return '{"_id":"x"}';
  };
  const outcome = await call(program, "mutation", "m:f", {}, environmentOf({ host: host({ asyncSyscall }) }));
  return { value: valueOf(outcome), received };
}

function objectsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

it("gives the host objects of its own, which code cannot change", async () => {
  const { received, value } = await run(`
    const seen = new Set();
    const note = (object) => { if (typeof object === "object" && object !== null) seen.add(object); };
    const { push, sort } = Array.prototype;
    Array.prototype.push = function (...items) { note(this); items.forEach(note); return push.apply(this, items); };
    Array.prototype.sort = function (...order) { note(this); return sort.apply(this, order); };
    Object.defineProperty(Object.prototype, "late", { set(value) { note(this); note(value); } });
    const value = { z: { n: 1 }, late: { n: 1 }, a: [{ n: 1 }, 2] };
    const done = db.insert("t", value);
    for (const object of [value, value.z, value.a, ...seen]) {
      object.n = 2;
      Object.defineProperty(object, "evil", { enumerable: true, get() { throw new Error("code ran"); } });
    }
    await done;
    return seen.size > 0;
  `);
  expect(value).toBe(true);
  const [{ args, text } = { args: "", text: "" }] = received;
  expect(typeof args).toBe("object");
  expect(JSON.stringify(args)).toBe(text);
  for (const object of objectsIn(args)) {
    expect([Object.prototype, Array.prototype]).toContain(Object.getPrototypeOf(object));
  }
});

it("is nothing that code can hand in itself", async () => {
  const { received } = await run(`
    const callBuffer = new Array(${callBufferSlots}).fill(null);
    for (const args of [callBuffer, { table: "t" }, new Proxy([], {}), () => "{}"]) await Convex.asyncSyscall("1.0/get", args);
    return null;
  `);
  expect(received.map(({ args }) => typeof args)).toEqual(["string", "string", "string", "string"]);
});
