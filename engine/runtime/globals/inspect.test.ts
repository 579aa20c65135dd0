import { expect, it } from "vitest";
import { inspect } from "./inspect";

class Point {
  x = 1;
}
const circular: Record<string, unknown> = { a: 1 };
circular["self"] = circular;

it.each<[unknown, string]>([
  ["it's\n\u0001", String.raw`'it\'s\n\x01'`],
  [-0, "-0"],
  [NaN, "NaN"],
  [5n, "5n"],
  [undefined, "undefined"],
  [Symbol("s"), "Symbol(s)"],
  [() => 1, "[Function (anonymous)]"],
  [Point, "[Function: Point]"],
  [[], "[]"],
  [[1, "a", [2]], "[ 1, 'a', [ 2 ] ]"],
  [{}, "{}"],
  [{ a: 1, "b-c": { d: null } }, "{\n  a: 1,\n  'b-c': {\n    d: null\n  }\n}"],
  [[{ a: 1 }], "[\n  {\n    a: 1\n  }\n]"],
  [new Point(), "Point {\n  x: 1\n}"],
  [Object.assign(Object.create(null) as object, { a: 1 }), "[Object: null prototype] {\n  a: 1\n}"],
  [new Error("e"), "[Error: e]"],
  [Object.assign(new TypeError("e"), { code: 1 }), "{ [TypeError: e] code: 1 }"],
  [new Error("e", { cause: "c" }), "{ [Error: e] [cause]: 'c' }"],
  [new Map([["k", 1]]), "Map (1) {\n  'k' => 1\n}"],
  [new Set(), "Set (0) {}"],
  [new Date(0), String(new Date(0))],
  [/x/g, "/x/g"],
  [Object("s"), "Object('s')"],
  [circular, "{\n  a: 1,\n  self: [Circular]\n}"],
  [[[[[[[1]]]]]], "[ [ [ [ [ [Array] ] ] ] ] ]"],
  [new Uint8Array([1, 2]), "Uint8Array [Uint8Array] {\n  0: 1,\n  1: 2\n}"],
  [{ inspect: () => "shown" }, "shown"],
])("shows %o", (value, text) => {
  expect(inspect(value)).toBe(text);
});
