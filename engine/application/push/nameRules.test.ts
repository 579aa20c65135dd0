import { describe, expect, it } from "vitest";
import { bundle } from "../../runtime/testing";
import { evaluateDefinitions } from "./definitions";

const environment = { importNow: 0, importSeed: new Uint8Array(32), readEnv: () => undefined };

/** Evaluates an app as a push does. */
async function push(files: Record<string, string>): Promise<unknown> {
  const modules = await bundle(files);
  return await evaluateDefinitions([{ path: "", modules, dependencies: [] }], environment);
}

const imports = `
import { queryGeneric as query, defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
`;
const plain = `${imports} export const f = query({ args: {}, handler: () => 1 });`;
const withArgs = (args: string) => `${imports} export const f = query({ args: ${args}, handler: () => 1 });`;
const withTable = (type: string) => `${imports} export default defineSchema({ t: defineTable(${type}) });`;
const onlyAlphanumeric = "Identifiers can only contain alphanumeric characters or underscores";

describe("a push", () => {
  it("may have names of letters, digits and underscores, and fields of records of any", async () => {
    const files = {
      "a_b/C1.ts": `${imports} export const _f$ = 1; export const _f = query({ args: { _a: v.any() }, handler: () => 1 });`,
      "with.period.ts": plain,
      "schema.ts": withTable(`{ a: v.record(v.string(), v.object({ a_1: v.any() })) }`),
    };
    expect(await push(files)).toHaveLength(1);
  });

  it.each([
    [
      "a file",
      { "a-b.ts": plain },
      "a-b.js is not a valid path to a Convex module. Path component a-b.js can only contain alphanumeric characters, underscores, or periods.",
    ],
    [
      "a folder",
      { "di-r/a.ts": plain },
      "di-r/a.js is not a valid path to a Convex module. Path component di-r can only contain alphanumeric characters, underscores, or periods.",
    ],
    [
      "a long name of a file",
      { [`${"x".repeat(62)}.ts`]: plain },
      `Path component is too long (65 > maximum 64): ${"x".repeat(62)}.j...`,
    ],
    [
      "a folder of underscores",
      { "__/a.ts": plain },
      "Path component __ must have at least one alphanumeric character.",
    ],
    [
      "a function",
      { "a.ts": `${imports} export const $f = query({ args: {}, handler: () => 1 });` },
      "Invalid function name used in `a.js`: Invalid first character '$' in $f: Identifiers must start with an alphabetic character or underscore",
    ],
    [
      "an argument",
      { "a.ts": withArgs(`{ "x y": v.any() }`) },
      `Invalid JSON returned from a.js:f.exportArgs(): Identifier x y has invalid character ' ': ${onlyAlphanumeric}`,
    ],
    [
      "a field inside an argument",
      { "a.ts": withArgs(`{ a: v.array(v.union(v.null(), v.object({ "b-c": v.any() }))) }`) },
      `Identifier b-c has invalid character '-': ${onlyAlphanumeric}`,
    ],
    [
      "a field of a result",
      {
        "a.ts": `${imports} export const f = query({ args: {}, returns: v.object({ "1": v.any() }), handler: () => 1 });`,
      },
      "Invalid JSON returned from a.js:f.exportReturns(): Invalid first character '1' in 1: Identifiers must start with an alphabetic character or underscore",
    ],
    [
      "a field of a table",
      { "schema.ts": withTable(`{ ü: v.any() }`) },
      "Hit an error while evaluating your schema: Field name ü has invalid character 'ü': Field names can only contain non-control ASCII characters",
    ],
    [
      "a field of a record's values",
      { "schema.ts": withTable(`{ a: v.record(v.string(), v.object({ __: v.any() })) }`) },
      "Identifier __ cannot have exclusively underscores",
    ],
  ])("is refused for the name of %s", async (_, files, message) => {
    await expect(push(files)).rejects.toMatchObject({ message: expect.stringContaining(message) });
  });
});
