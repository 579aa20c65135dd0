import { convexToJson } from "convex/values";
import { expect, test } from "vitest";
import { toCleanJson } from "./cleanJson";

test("values that JSON can express stay as they are", () => {
  const value = { list: [1, "text", true, null, { deep: [] }], constructor: 0.5 };
  expect(toCleanJson(value)).toEqual(value);
});

test("integers and special floats become text, bytes their base64", () => {
  const value = convexToJson({
    integer: -9007199254740993n,
    floats: [NaN, Infinity, -Infinity, -0],
    bytes: new Uint8Array([0, 16, 131]).buffer,
  });
  expect(toCleanJson(value)).toEqual({
    integer: "-9007199254740993",
    floats: ["NaN", "Infinity", "-Infinity", -0],
    bytes: "ABCD",
  });
});

test("a field called __proto__ stays a field", () => {
  const text = '{"__proto__":{"a":1},"b":2}';
  expect(JSON.stringify(toCleanJson(JSON.parse(text)))).toBe(text);
});
