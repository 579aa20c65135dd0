import { convexToJson } from "convex/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { convexValues } from "./arbitrary";
import { checkConvexJson, checkDocumentSize, checkIdentifier } from "./check";
import { FunctionError } from "./functionError";
import type { Json } from "./json";

function failure(work: () => unknown): { code: string; message: string } {
  try {
    work();
  } catch (error) {
    if (error instanceof FunctionError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("It did not fail");
}

function parsed(text: string): Json {
  return JSON.parse(text);
}

function check(value: Json): Json {
  return checkConvexJson(value, { maxNesting: 64, mayHoldCommitTs: true });
}

function nested(levels: number): Json {
  return parsed("[".repeat(levels) + "]".repeat(levels));
}

describe("Convex JSON from outside", () => {
  test("passes unchanged if the convex package made it", () => {
    fc.assert(
      fc.property(convexValues, (value) => {
        fc.pre(!JSON.stringify(convexToJson(value)).includes('"":'));
        expect(check(convexToJson(value))).toEqual(convexToJson(value));
      }),
      { numRuns: 10_000 },
    );
  });

  test("keeps the sign of every -0 over a round trip through text", () => {
    expect(check(-0)).toEqual(convexToJson(-0));
    const checked = check(parsed('{"a":[-0,0],"b":-0.0}'));
    expect(parsed(JSON.stringify(checked))).toEqual(convexToJson({ a: [-0, 0], b: -0 }));
  });

  test.each([
    ['{"$set":[1]}', "Received a Set which is no longer supported as a Convex type."],
    ['{"$map":[]}', "Received a Map which is no longer supported as a Convex type."],
    ['{"a":{"$undefined":null}}', "Field name $undefined starts with '$', which is reserved."],
    ['{"$integer":"AAAAAAAAAAA=","b":1}', "Field name $integer starts with '$', which is reserved."],
    ['{"b":1,"$integer":"AAAAAAAAAAA="}', "Field name $integer starts with '$', which is reserved."],
    ['{"$integer":5}', "Malformed $integer field"],
    ['{"$integer":"AAAA"}', "Malformed $integer field"],
    ['{"$integer":"AAAAAAAAAAB="}', "Malformed $integer field"],
    ['{"$float":"AAAAAAAAAA=="}', "Malformed $float field"],
    ['{"$float":"AAAAAAAA8D8="}', "Float 1 should be encoded as a number"],
    ['{"$bytes":"AAA"}', "Malformed $bytes field"],
    ['{"$bytes":"AB=="}', "Malformed $bytes field"],
    ['{"$bytes":"-_=="}', "Malformed $bytes field"],
    ['{"$bytes":"A\\nAA"}', "Malformed $bytes field"],
    ['{"$foo":1}', "Field name $foo starts with '$', which is reserved."],
    ['{"$commitTs":1}', "Malformed $commitTs field"],
    ['{"":1}', "Field name cannot be empty"],
    [
      '{"a":[{"é":1}]}',
      "Field name é has invalid character 'é': Field names can only contain non-control ASCII characters",
    ],
    ["[1e999]", "A number is out of the range of a float64"],
    ['"a\\ud800b"', "A string holds half of a surrogate pair, which is not a character"],
  ])("is refused if it is %s", (text, message) => {
    expect(failure(() => check(parsed(text)))).toEqual({ code: "InvalidConvexValue", message });
  });

  test("holds the placeholder of a commit's timestamp only where a mutation has one", () => {
    const value = { a: [{ $commitTs: null }] };
    expect(check(value)).toBe(value);
    expect(failure(() => checkConvexJson(value, { maxNesting: 64, mayHoldCommitTs: false })).message).toBe(
      "Field name $commitTs starts with '$', which is reserved.",
    );
  });

  test("may have field names of 1024 characters and no more", () => {
    expect(check({ ["x".repeat(1024)]: 1 })).toBeDefined();
    expect(failure(() => check({ ["x".repeat(1025)]: 1 })).message).toBe(
      "Field name is too long (1025 > maximum 1024)",
    );
  });

  test("may have 8192 items in an array and 1024 fields in an object", () => {
    const fields = (count: number): Json =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, null] as const));
    expect(check([Array(8192).fill(0), fields(1024)])).toBeDefined();
    expect(failure(() => check([Array(8193).fill(0)]))).toEqual({
      code: "ArrayTooLong",
      message: "Array length is too long (8193 > maximum length 8192)",
    });
    expect(failure(() => check([fields(1025)]))).toEqual({
      code: "TooManyFieldsError",
      message: "Object has too many fields (1025 > maximum number 1024)",
    });
  });

  test("may be nested 64 levels deep, a document 16", () => {
    expect(check(nested(64))).toEqual(nested(64));
    expect(failure(() => check(nested(65)))).toEqual({
      code: "TooNestedError",
      message: "Value is too nested (nested 65 levels deep > maximum nesting 64)",
    });
    const document = { a: nested(15), bytes: { $bytes: "" } };
    expect(checkConvexJson(document, { maxNesting: 16, mayHoldCommitTs: true })).toBe(document);
    expect(failure(() => checkConvexJson({ a: nested(16) }, { maxNesting: 16, mayHoldCommitTs: true })).message).toBe(
      "Document is too nested (nested 17 levels deep > maximum nesting 16)",
    );
  });

  test("is refused, not recursed into, however deep it is", () => {
    expect(failure(() => check(nested(200_000))).code).toBe("TooNestedError");
  });
});

describe("a document's size", () => {
  test("may be 1 MiB", () => {
    const frame = 2 + "text".length + 1 + 2;
    expect(checkDocumentSize({ text: "x".repeat(2 ** 20 - frame) })).toBe(2 ** 20);
    expect(failure(() => checkDocumentSize({ text: "x".repeat(1.5 * 2 ** 20) }))).toEqual({
      code: "ValueTooLargeError",
      message: "Value is too large (1.50 MiB > maximum size 1 MiB)",
    });
  });
});

describe("names of tables, indexes and indexed fields", () => {
  test("are letters, digits and underscores after a letter", () => {
    for (const name of ["a", "by_name2", "A".repeat(64)])
      expect(() => checkIdentifier(name, "Table name")).not.toThrow();
  });

  test.each([
    ["", "Identifiers cannot be empty"],
    ["_users", "Names that begin with an underscore are reserved for the system"],
    ["1st", "Identifiers must start with an alphabetic character"],
    ["é", "Identifiers must start with an alphabetic character"],
    ["a-b", "Identifiers can only contain alphanumeric characters or underscores"],
    ["a\n", "Identifiers can only contain alphanumeric characters or underscores"],
    ["a".repeat(65), "Identifier is too long (65 > maximum 64)"],
  ])("are refused if they are %j", (name, reason) => {
    expect(failure(() => checkIdentifier(name, "Table name"))).toEqual({
      code: "InvalidIdentifier",
      message: `Table name "${name}" is not valid: ${reason}`,
    });
  });
});
