import { convexToJson, v, type GenericValidator, type Value } from "convex/values";
import { describe, expect, test } from "vitest";
import type { Json } from "./json";
import { checkValidator } from "./validate";
import type { ValidatorJson } from "./validatorJson";

/**
 * Returns the validator in the form in which it is pushed. `json` is what `exportArgs()` writes, although the types
 * of the package do not show it.
 */
function jsonOf(validator: GenericValidator): ValidatorJson {
  return (validator as unknown as { json: ValidatorJson }).json;
}

const tables: Record<string, string> = { user1: "users", post1: "posts", file1: "_storage" };

function problem(validator: GenericValidator, value: Value): string | null {
  return problemOfJson(validator, convexToJson(value));
}

function problemOfJson(validator: GenericValidator, value: Json): string | null {
  return checkValidator(jsonOf(validator), value, (id) => tables[id] ?? null);
}

const bytes = new Uint8Array([1]).buffer;

describe("a validator accepts", () => {
  test.each<[string, GenericValidator, Value]>([
    ["null", v.null(), null],
    ["a number", v.number(), 1],
    ["a number JSON cannot say", v.float64(), NaN],
    ["an integer", v.int64(), 1n],
    ["a boolean", v.boolean(), false],
    ["a string", v.string(), ""],
    ["bytes", v.bytes(), bytes],
    ["anything", v.any(), { a: [bytes] }],
    ["an id of its table", v.id("users"), "user1"],
    ["an id of a system table", v.id("_storage"), "file1"],
    ["the same text", v.literal("a"), "a"],
    ["the same number", v.literal(1), 1],
    ["the same integer", v.literal(7n), 7n],
    ["an array", v.array(v.string()), ["a", "b"]],
    ["a member of a union", v.union(v.string(), v.null()), null],
    ["an object without its optional field", v.object({ a: v.string(), b: v.optional(v.string()) }), { a: "" }],
    ["a record", v.record(v.string(), v.number()), { a: 1, constructor: 2 }],
    ["an integer for a commit timestamp", v.commitTs(), 5n],
  ])("%s", (_, validator, value) => {
    expect(problem(validator, value)).toBeNull();
  });

  test("the placeholder of the commit timestamp where one belongs", () => {
    expect(problemOfJson(v.commitTs(), { $commitTs: null })).toBeNull();
    expect(problemOfJson(v.int64(), { $commitTs: null })).toBeNull();
    expect(problemOfJson(v.number(), { $commitTs: null })).not.toBeNull();
  });
});

describe("a validator refuses, in Convex's words,", () => {
  test("a value of another type, with the path to it", () => {
    const args = v.object({ a: v.object({ b: v.array(v.string()) }) });
    expect(problem(args, { a: { b: ["x", 1] } })).toBe(
      "Value does not match validator.\nPath: .a.b[1]\nValue: 1.0\nValidator: v.string()",
    );
  });

  test("a value as a whole, with an empty line for the path", () => {
    expect(problem(v.union(v.string(), v.id("users")), 5n)).toBe(
      'Value does not match validator.\n\nValue: 5\nValidator: v.union(v.string(), v.id("users"))',
    );
  });

  test("an object without a required field", () => {
    expect(problem(v.object({ name: v.string(), age: v.optional(v.number()) }), { age: 3 })).toBe(
      "Object is missing the required field `name`. Consider wrapping the field validator in `v.optional(...)` if this " +
        "is expected.\n\nObject: {age: 3.0}\nValidator: v.object({age: v.optional(v.float64()), name: v.string()})",
    );
  });

  test("an object with an extra field", () => {
    expect(problem(v.object({ in: v.object({}) }), { in: { timezone: "UTC" } })).toBe(
      'Object contains extra field `timezone` that is not in the validator.\nPath: .in\nObject: {timezone: "UTC"}\n' +
        "Validator: v.object({})",
    );
  });

  test("fields whose names every JavaScript object inherits, missing or extra", () => {
    expect(problem(v.object({ constructor: v.any() }), {})).toContain("missing the required field `constructor`");
    expect(problem(v.object({}), { toString: 1 })).toContain("extra field `toString`");
  });

  test("text that is not an id", () => {
    expect(problem(v.object({ user: v.id("users") }), { user: "junk" })).toBe(
      'Value does not match validator.\nPath: .user\nValue: "junk"\nValidator: v.id("users")',
    );
  });

  test("an id of another table", () => {
    expect(problem(v.object({ user: v.id("users") }), { user: "post1" })).toBe(
      'Found ID "post1" from table `posts`, which does not match the table name in validator `v.id("users")`.Path: .user',
    );
    expect(problem(v.id("users"), "file1")).toBe(
      'Found ID "file1" from a system table, which does not match the table name in validator `v.id("users")`.',
    );
  });

  test("another value than a literal", () => {
    expect(problem(v.object({ kind: v.literal("a") }), { kind: "b" })).toBe(
      '`"b"` does not match literal validator `v.literal("a")`.Path: .kind',
    );
    expect(problem(v.literal(1), 1n)).toBe("`1` does not match literal validator `v.literal(1.0)`.");
  });

  test("a key or a value of a record", () => {
    const validator = v.object({ votes: v.record(v.id("users"), v.number()) });
    expect(problem(validator, { votes: { nobody: 1 } })).toContain("\nPath: .votes.keys()\n");
    expect(problem(validator, { votes: { user1: "1" } })).toContain("\nPath: .votes.values()\n");
  });

  test("numbers and bytes where an object is required, though their JSON is an object", () => {
    expect(problem(v.record(v.string(), v.any()), 1n)).toContain("Value: 1\n");
    expect(problem(v.object({}), bytes)).toContain('Value: b"AQ=="\n');
  });

  test("a union with one member, with the message of that member", () => {
    expect(problem(v.union(v.object({ a: v.null() })), { a: 1 })).toContain(
      "Path: .a\nValue: 1.0\nValidator: v.null()",
    );
  });
});

describe("a message shows", () => {
  test.each<[string, Value]>([
    ["{a: {}, b: [true, null]}", { b: [true, null], a: {} }],
    ['"say \\"hi\\"\\\\\\n\\t\\0\\u{7}é😀\\u{200b}"', 'say "hi"\\\n\t\u0000\u0007é😀\u200b'],
    ["0.0", 0],
    ["-0.0", -0],
    ["0.1", 0.1],
    ["0.0001", 0.0001],
    ["9e-5", 0.00009],
    ["1e16", 1e16],
    ["-1.5e300", -1.5e300],
    ["-123456789012345.0", -123456789012345],
    ["inf", Infinity],
    ["-inf", -Infinity],
    ["NaN", NaN],
    ["-5", -5n],
  ])("a value as %s", (text, value) => {
    expect(problem(v.bytes(), value)).toBe(`Value does not match validator.\n\nValue: ${text}\nValidator: v.bytes()`);
  });

  test("a validator as the source of it", () => {
    const validator = v.object({
      nothing: v.null(),
      numbers: v.array(v.number()),
      one: v.union(v.literal(1), v.literal(2n), v.literal(true), v.literal("a")),
      table: v.record(v.string(), v.boolean()),
      when: v.optional(v.commitTs()),
    });
    expect(problem(validator, null)).toContain(
      "Validator: v.object({nothing: v.null(), numbers: v.array(v.float64()), " +
        'one: v.union(v.literal(1.0), v.literal(<bigint>), v.literal(true), v.literal("a")), ' +
        "table: v.record(v.string(), v.boolean()), when: v.optional(v.commitTs())})",
    );
  });
});

describe("a message is short, however long the value is", () => {
  const deep = (depth: number): Json => (depth === 0 ? "x" : [deep(depth - 1)]);
  test.each<[string, Json]>([
    ["a text", "x".repeat(1_000_000)],
    ["an array", Array.from({ length: 100_000 }, () => 0)],
    ["fields", Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}`, "x".repeat(100)]))],
    ["a field's name", { ["x".repeat(100_000)]: 1 }],
    ["nested arrays", deep(5_000)],
  ])("%s", (_what, value) => {
    for (const validator of [{ type: "boolean" }, { type: "object", value: {} }] as const) {
      expect(checkValidator(validator, value, () => null)?.length).toBeLessThan(2_500);
    }
  });

  test("and a short one is shown whole", () => {
    const text = "x".repeat(900);
    expect(checkValidator({ type: "boolean" }, [text], () => null)).toContain(`["${text}"]`);
  });
});
