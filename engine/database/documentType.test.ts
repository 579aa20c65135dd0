import { v, type GenericValidator } from "convex/values";
import { expect, it } from "vitest";
import type { JsonObject } from "../value/json";
import type { ValidatorJson } from "../value/validatorJson";
import { checkDocument } from "./documentType";
import { Registry } from "./registry";

function problem(validator: GenericValidator, fields: JsonObject): string | null {
  const documentType = (validator as unknown as { json: ValidatorJson }).json;
  const table = { id: 1, component: "", name: "t", number: 10_001, indexes: [], searchIndexes: [], documentType };
  return checkDocument(new Registry([table]), table, { _id: "x", _creationTime: 1, ...fields });
}

const named = v.object({ name: v.string(), note: v.optional(v.string()) });

it.each<[string, GenericValidator, JsonObject]>([
  ["all its fields", named, { name: "a", note: "b" }],
  ["no optional field", named, { name: "a" }],
  ["the fields of one of several forms", v.union(v.object({ n: v.number() }), v.union(named)), { name: "a" }],
  ["fields of any kind", v.any(), { n: 1 }],
  ["names and values of a record", v.record(v.string(), v.number()), { n: 1 }],
])("a document fits that has %s, and system fields besides", (_title, validator, fields) => {
  expect(problem(validator, fields)).toBe(null);
});

it.each<[string, GenericValidator, JsonObject, string]>([
  ["an unknown field", named, { name: "a", n: 1 }, "Object contains extra field `n` that is not in the validator."],
  ["a field too few", named, { note: "b" }, "Object is missing the required field `name`."],
  ["a value of another type", named, { name: 1 }, "Value does not match validator.\nPath: .name"],
  [
    "a system field that its type has, too, and an unknown one",
    v.object({ _id: v.optional(v.string()), a: v.number() }),
    { a: 1, b: 2 },
    "Object contains extra field `b` that is not in the validator.",
  ],
])("a document does not fit that has %s", (_title, validator, fields, text) => {
  expect(problem(validator, fields)).toContain(text);
});
