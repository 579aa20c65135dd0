import { convexToJson, type Value } from "convex/values";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../value/json";
import { evaluate, passes } from "./filter";

const literal = (value: Value | undefined): Json => ({
  $literal: value === undefined ? { $undefined: null } : convexToJson(value),
});
const field = (path: string): Json => ({ $field: path });
const document = convexToJson({ a: 1, big: 7n, flag: true, nested: { b: "x" }, list: [1] }) as JsonObject;

describe("comparisons follow the total order of values", () => {
  it.each<[string, Json, Json, boolean]>([
    ["$lt", field("missing"), literal(null), true],
    ["$eq", field("missing"), literal(undefined), true],
    ["$lt", field("big"), literal(0), true],
    ["$eq", field("big"), literal(7), false],
    ["$gte", field("flag"), literal(false), true],
    ["$gt", field("nested.b"), literal(true), true],
    ["$neq", field("nested.b.c"), literal(undefined), false],
    ["$lte", literal(-0), literal(0), true],
    ["$eq", literal(-0), literal(0), false],
  ])("%s %j %j", (operator, left, right, expected) => {
    expect(evaluate({ [operator]: [left, right] }, document)).toBe(expected);
  });
});

describe("and, or, not", () => {
  const fails: Json = { $not: literal("no boolean") };

  it("stop at the operand that decides", () => {
    expect(passes({ $and: [literal(false), fails] }, document)).toBe(false);
    expect(passes({ $or: [literal(true), fails] }, document)).toBe(true);
  });

  it("take booleans only", () => {
    expect(() => passes({ $and: [literal(1)] }, document)).toThrow("Expected a boolean");
    expect(() => passes(literal("x"), document)).toThrow("Expected a boolean");
  });
});

describe("arithmetic", () => {
  it.each<[string, Value, Value, Value]>([
    ["$add", 1, 0.5, 1.5],
    ["$sub", 5n, 7n, -2n],
    ["$mul", 3n, 4n, 12n],
    ["$div", 7n, 2n, 3n],
    ["$div", 1, 0, Number.POSITIVE_INFINITY],
    ["$mod", -7n, 3n, -1n],
  ])("%s of %s and %s", (operator, a, b, expected) => {
    expect(evaluate({ [operator]: [literal(a), literal(b)] }, document)).toEqual(convexToJson(expected));
  });

  it.each<[string, Value, Value, string]>([
    ["$add", 1, 1n, "their types differ"],
    ["$div", 1n, 0n, "by zero"],
    ["$add", 2n ** 63n - 1n, 1n, "does not fit"],
    ["$add", "a", "b", "Expected a number"],
  ])("%s of %s and %s is refused", (operator, a, b, message) => {
    expect(() => evaluate({ [operator]: [literal(a), literal(b)] }, document)).toThrow(message);
  });

  it("negates", () => {
    expect(evaluate({ $neg: literal(2n) }, document)).toEqual(convexToJson(-2n));
    expect(evaluate({ $neg: literal(0) }, document)).toEqual(convexToJson(-0));
  });
});
