import { expect, it } from "vitest";
import { bundle } from "../../runtime/testing";
import { evaluateDefinitions } from "./definitions";

const environment = { importNow: 0, importSeed: new Uint8Array(32), readEnv: () => undefined };

/** Evaluates an app as a push does, and returns its analysis. */
async function push(files: Record<string, string>) {
  const modules = await bundle(files);
  const [app] = await evaluateDefinitions([{ path: "", modules, dependencies: [] }], environment);
  if (app === undefined) throw new Error("There is no app.");
  return app.analysis;
}

const imports = `
import { queryGeneric as query, defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
`;
const withArgs = (args: string) => ({
  "a.ts": `${imports} export const f = query({ args: ${args}, handler: () => 1 });`,
});
const withReturns = (returns: string) => ({
  "a.ts": `${imports} export const f = query({ args: {}, returns: ${returns}, handler: () => 1 });`,
});
const withTable = (type: string) => ({
  "schema.ts": `${imports} export default defineSchema({ t: defineTable(${type}) });`,
});

it.each([
  ["arguments of an object", withArgs(`v.object({ a: v.string() })`)],
  ["arguments of any kind", withArgs(`v.any()`)],
  ["records with keys of several kinds", withArgs(`{ a: v.record(v.union(v.string(), v.id("t")), v.number()) }`)],
  ["results of any kind", withReturns(`v.union(v.string(), v.null())`)],
  ["documents of several kinds", withTable(`v.union(v.object({ a: v.string() }), v.object({ b: v.number() }))`)],
  ["documents of any kind", withTable(`v.any()`)],
])("a push may have %s", async (_, files) => {
  expect(await push(files)).toBeDefined();
});

const onlyDocuments = "The document validator in a schema must be an object, a union of objects, or `v.any()`. Found";

it.each([
  ["arguments of a text", withArgs(`v.string()`), "exportArgs(): Args validator must be an object or any"],
  [
    "arguments of two kinds",
    withArgs(`v.union(v.object({}), v.object({ a: v.any() }))`),
    "exportArgs(): Args validator must be an object or any",
  ],
  [
    "records with known keys",
    withArgs(`{ a: v.record(v.union(v.literal("x"), v.string()), v.any()) }`),
    "exportArgs(): Records cannot have string literal keys",
  ],
  [
    "records with numbers as keys",
    withReturns(`v.array(v.record(v.number(), v.any()))`),
    "exportReturns(): Records can only have string keys. Your validator contains a record with key typed as `v.float64()`, which is not a subtype of `v.string()`",
  ],
  ["documents that are texts", withTable(`v.string()`), `${onlyDocuments} v.string()`],
  ["documents that are records", withTable(`v.record(v.string(), v.any())`), `${onlyDocuments} v.record(`],
  ["documents that may be null", withTable(`v.union(v.object({}), v.null())`), `${onlyDocuments} v.null()`],
])("a push with %s is refused", async (_, files, message) => {
  await expect(push(files)).rejects.toMatchObject({ message: expect.stringContaining(message) });
});

it("the system fields say nothing about the documents of a table", async () => {
  const named = `_id: v.id("t"), _creationTime: v.number(), a: v.object({ _id: v.string() })`;
  const { schema } = await push(withTable(`v.union(v.object({ ${named} }), v.object({ b: v.any() }))`));
  const fields = schema?.tables[0]?.documentType;
  const inner = { type: "object", value: { _id: { fieldType: { type: "string" }, optional: false } } };
  expect(fields).toStrictEqual({
    type: "union",
    value: [
      { type: "object", value: { a: { fieldType: inner, optional: false } } },
      { type: "object", value: { b: { fieldType: { type: "any" }, optional: false } } },
    ],
  });
});
