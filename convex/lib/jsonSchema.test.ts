import { describe, expect, it } from "vitest";
import { schemaErrorsOf } from "./jsonSchema";
import type { JsonSchema } from "./jsonSchema";
import { readJsonSchema } from "./readJsonSchema";

const maxLength = 32_768;

function schemaOf(value: unknown): JsonSchema {
  const read = readJsonSchema(value, maxLength);
  if (read.kind === "error") throw new Error(`${read.error.path.join(".")} ${read.error.message}`);
  return read.schema;
}

/** What is wrong with the value, as `path words`. */
const wrong = (schema: unknown, value: unknown) =>
  schemaErrorsOf(schemaOf(schema), value).map(({ path, message }) => [path.join("."), message].join(" ").trim());

const refused = (schema: unknown) => {
  const read = readJsonSchema(schema, maxLength);
  return read.kind === "error" ? [read.error.path.join("."), read.error.message] : read.schema;
};

describe("a value and its schema", () => {
  it.each<[unknown, unknown[], unknown[]]>([
    [true, [1, null, {}], []],
    [false, [], [1, null]],
    [{}, [1, "x", [], {}], []],
    [{ type: "string" }, ["", "x"], [1, null, [], {}, true]],
    [{ type: "integer" }, [0, -3, 4.0], [1.5, "1", null]],
    [{ type: "number" }, [1.5, -2], ["1", true]],
    [{ type: ["string", "null"] }, ["x", null], [1, {}]],
    [{ type: "object" }, [{}], [[], null, "x"]],
    [{ type: "array" }, [[]], [{}, "x"]],
    [{ enum: ["a", 1, null, { b: [1, 2], c: 1 }] }, ["a", 1, null, { c: 1, b: [1, 2] }], ["b", 2, { b: [2, 1], c: 1 }]],
    [{ const: [1, { a: 1 }] }, [[1, { a: 1 }]], [[1, { a: 2 }], [{ a: 1 }, 1], "1"]],
    [{ minimum: 1, maximum: 3 }, [1, 3, "x"], [0.5, 4]],
    [{ exclusiveMinimum: 1, exclusiveMaximum: 3 }, [2], [1, 3]],
    [{ multipleOf: 0.1 }, [0.3, 0, 7], [0.35]],
    [{ minLength: 2, maxLength: 3 }, ["ab", "abc", "😀😀", 5], ["a", "abcd", "😀"]],
    [{ minItems: 1, maxItems: 2 }, [[1], [1, 2]], [[], [1, 2, 3]]],
    [
      { uniqueItems: true },
      [[1, "1", { a: 1 }, { a: 2 }]],
      [
        [1, 2, 1],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      ],
    ],
    [{ items: { type: "string" } }, [[], ["x"], "no list"], [["x", 1]]],
    [{ prefixItems: [{ type: "string" }], items: { type: "number" } }, [["x", 1, 2], []], [[1], ["x", "y"]]],
    [{ required: ["a"] }, [{ a: 1 }, "x"], [{}, { b: 1 }]],
    [{ minProperties: 1, maxProperties: 2 }, [{ a: 1 }], [{}, { a: 1, b: 2, c: 3 }]],
    [
      { properties: { a: { type: "string" } }, additionalProperties: false },
      [{}, { a: "x" }],
      [{ a: 1 }, { b: 1 }, { toString: 1 }],
    ],
    [{ additionalProperties: { type: "number" } }, [{ a: 1 }], [{ a: "x" }]],
    [{ propertyNames: { maxLength: 2 } }, [{ ab: 1 }], [{ abc: 1 }]],
    [{ required: ["constructor"] }, [{ constructor: 1 }], [{}]],
    [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1, 2], [0, 3]],
    [{ anyOf: [{ type: "string" }, { minimum: 5 }] }, ["x", 5], [4]],
    [{ oneOf: [{ minimum: 1 }, { maximum: 2 }] }, [0, 3], [1, 2]],
    [{ not: { type: "string" } }, [1], ["x"]],
    // As JSON, because the linter takes an object with a field `then` for a promise.
    [JSON.parse('{"if":{"type":"string"},"then":{"minLength":2},"else":{"minimum":2}}'), ["ab", 2], ["a", 1]],
    [{ format: "email" }, ["a@b.example", 5], ["a", "a@", "a b@c.d", `a@${".".repeat(100_000)}@`]],
    [{ format: "uri" }, ["https://example.com/x"], ["example", "ht tp://x"]],
    [{ format: "date" }, ["2026-02-28"], ["2026-02-30", "28.02.2026", "2026-2-1"]],
    [
      { format: "date-time" },
      ["2026-01-31T09:00:00Z", "2026-01-31T09:00:00.5+02:00"],
      ["2026-01-31", "2026-02-30T09:00:00Z"],
    ],
    [{ format: "uuid" }, ["00000000-0000-4000-8000-000000000000"], ["x"]],
    [{ format: "colour" }, ["anything"], []],
  ])("%j accepts and refuses what JSON Schema says", (schema, fits, others) => {
    for (const value of fits) expect([value, wrong(schema, value)]).toEqual([value, []]);
    for (const value of others) expect([value, wrong(schema, value).length]).toEqual([value, 1]);
  });

  it("returns the path of every error, with a message that continues the name of the field", () => {
    const item = { type: "object", properties: { price: { type: "number", minimum: 0 } }, required: ["name"] };
    const schema = {
      type: "object",
      properties: { items: { type: "array", items: item }, kind: { enum: ["a", "b"] } },
    };
    const value = { items: [{ name: "x", price: "3" }, { price: -1 }], kind: "c" };
    expect(wrong(schema, value)).toEqual([
      "items.0.price must be a number",
      "items.1.name is required",
      "items.1.price must be at least 0",
      'kind must be one of "a", "b"',
    ]);
  });

  it("is checked in bounded time, also when schema and value are large together", () => {
    // Only the last of the alternatives fits.
    const alternatives = Array.from({ length: 1000 }, (_, index) => ({ maximum: index }));
    const schema = schemaOf({ items: { anyOf: alternatives } });
    const startedMs = performance.now();
    const long = schemaErrorsOf(
      schema,
      Array.from({ length: 8000 }, () => 999),
    );
    expect(long).toEqual([{ path: [], message: "takes too long to check against its schema" }]);
    expect(performance.now() - startedMs).toBeLessThan(2000);
    const doubles = schemaOf({ allOf: Array.from({ length: 1000 }, () => ({ uniqueItems: true })) });
    expect(
      schemaErrorsOf(
        doubles,
        Array.from({ length: 8000 }, (_, at) => at),
      ),
    ).toEqual(long);
  });
});

describe("a schema that is accepted", () => {
  it("has each $ref replaced by its target, and no field that begins with $", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { from: { $ref: "#/$defs/place" }, to: { $ref: "#/$defs/place", title: "To" } },
      $defs: { place: { type: "object", properties: { city: { $ref: "#/definitions/a~1b" } } } },
      definitions: { "a/b": { type: "string" } },
    };
    const place = { type: "object", properties: { city: { type: "string" } } };
    expect(schemaOf(schema)).toEqual({
      type: "object",
      properties: { from: place, to: { title: "To", allOf: [place] } },
    });
    expect(wrong(schema, { from: { city: 1 }, to: { city: 2 } })).toEqual([
      "from.city must be text",
      "to.city must be text",
    ]);
  });

  it.each<[unknown, string]>([
    [5, ""],
    [[], ""],
    [null, ""],
    ["true", ""],
    [{ type: "text" }, "type"],
    [{ type: [] }, "type"],
    [{ enum: [] }, "enum"],
    [{ minLength: -1 }, "minLength"],
    [{ minimum: "1" }, "minimum"],
    [{ multipleOf: 0 }, "multipleOf"],
    [{ uniqueItems: "yes" }, "uniqueItems"],
    [{ required: "a" }, "required"],
    [{ required: [1] }, "required"],
    [{ properties: [] }, "properties"],
    [{ properties: { a: { items: [{}] } } }, "properties.a.items"],
    [{ anyOf: [] }, "anyOf"],
    [{ anyOf: [true, 5] }, "anyOf.1"],
    [{ properties: { a: { pattern: "(a+)+$" } } }, "properties.a.pattern"],
    [{ patternProperties: {} }, "patternProperties"],
    [{ contains: {} }, "contains"],
    [{ constructor: {} }, "constructor"],
    [{ $dynamicRef: "#x" }, "$dynamicRef"],
    [{ $ref: "https://example.com/schema" }, "$ref"],
    [{ $ref: "#/$defs/none" }, "$ref"],
    [{ $ref: "#/__proto__" }, "$ref"],
    [{ $ref: "#" }, "$ref.$ref"],
    [{ $ref: "#/$defs/a", $defs: { a: { anyOf: [{ $ref: "#/$defs/a" }] } } }, "$ref.anyOf.0.$ref"],
  ])("is not %j, whose error is at %j", (schema, path) => {
    expect(refused(schema)).toEqual([path, expect.stringMatching(/./)]);
  });

  it("is neither too deep nor too long, also when its references multiply its size", () => {
    let deep: unknown = { type: "string" };
    for (let level = 0; level < 30; level++) deep = { items: deep };
    expect(refused(deep)).toEqual([expect.stringContaining("items.items"), expect.stringContaining("levels deep")]);
    const eight = (name: string) => ({ allOf: Array.from({ length: 8 }, () => ({ $ref: `#/$defs/${name}` })) });
    const doubling = { a: eight("b"), b: eight("c"), c: eight("d"), d: eight("e"), e: eight("f"), f: true };
    const bomb = { $ref: "#/$defs/a", $defs: doubling };
    expect(refused(bomb)).toEqual(["", expect.stringContaining("32768 bytes")]);
    expect(refused({ enum: ["x".repeat(maxLength)] })).toEqual(["", expect.stringContaining("32768 bytes")]);
  });
});
