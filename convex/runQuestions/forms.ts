// What a question accepts as its answer: one of its options, an object that fits its schema, or any text. The schemas
// describe forms: flat objects, with the fields that the elicitation forms of ACP and MCP have. This file is pure.
import { schemaErrorsOf, isObject, throwSchemaErrors } from "../lib/jsonSchema";
import type { SchemaError, JsonSchema } from "../lib/jsonSchema";

export type Answer = string | Record<string, unknown>;

export interface Form {
  options?: string[] | undefined;
  schema?: JsonSchema | undefined;
}

/** Throws VALIDATION with the path below `field`. */
export function requireValidAnswer(field: string, { options, schema }: Form, answer: Answer): void {
  throwSchemaErrors(
    field,
    schema === undefined ? textError(options, answer) : schemaErrorsOf(forbidOtherFields(schema), answer),
  );
}

function textError(options: string[] | undefined, answer: Answer): SchemaError[] {
  if (typeof answer !== "string") return [{ path: [], message: "must be text" }];
  if (options === undefined || options.includes(answer)) return [];
  return [{ path: [], message: `must be one of the options: ${options.map((one) => JSON.stringify(one)).join(", ")}` }];
}

/** A form has no other fields than it shows. */
function forbidOtherFields(schema: JsonSchema): JsonSchema {
  return typeof schema === "boolean" ? schema : { ...schema, additionalProperties: false };
}

const maxFields = 50;
const about = ["title", "description", "default"];
const texts = [...about, "type", "enum", "enumNames", "oneOf", "minLength", "maxLength", "format"];
const numbers = [...about, "type", "minimum", "maximum"];

/** The keywords that a field of each type may have. */
const keywordsOf: Record<string, string[]> = {
  string: texts,
  number: numbers,
  integer: numbers,
  boolean: [...about, "type"],
  array: [...about, "type", "items", "minItems", "maxItems", "uniqueItems"],
};

/** Returns what keeps the schema from being a form, or null. */
export function formErrorOf(schema: JsonSchema): SchemaError | null {
  if (typeof schema === "boolean" || schema["type"] !== "object") {
    return { path: ["type"], message: "must be object: an answer is an object with a field for each part" };
  }
  const { properties, required } = schema;
  const unknown = unsupportedKeyword(schema, ["type", "properties", "required", "additionalProperties", ...about], []);
  if (unknown !== null) return unknown;
  const fields = isObject(properties) ? properties : {};
  const names = Object.keys(fields);
  if (names.length < 1 || names.length > maxFields) {
    return { path: ["properties"], message: `must have 1 to ${maxFields} fields` };
  }
  const lost = (Array.isArray(required) ? required : []).findIndex((name) => !Object.hasOwn(fields, String(name)));
  if (lost !== -1) return { path: ["required", String(lost)], message: "must be the name of one of the properties" };
  return firstOf(names.map((name) => fieldError(fields[name], ["properties", name])));
}

function fieldError(field: unknown, path: string[]): SchemaError | null {
  if (!isObject(field)) return { path, message: "must be an object that describes a field" };
  // A field with a list of choices is one of texts.
  const type = field["type"] ?? (field["enum"] === undefined ? undefined : "string");
  const known = typeof type === "string" && Object.hasOwn(keywordsOf, type) ? keywordsOf[type] : undefined;
  if (known === undefined) {
    return { path: [...path, "type"], message: `must be one of ${Object.keys(keywordsOf).join(", ")}` };
  }
  const error = unsupportedKeyword(field, known, path) ?? choicesError(field, path);
  return error ?? (type === "array" ? itemsError(field["items"], [...path, "items"]) : null);
}

/** The items of a list are chosen from texts. */
function itemsError(items: unknown, path: string[]): SchemaError | null {
  if (!isObject(items) || ["enum", "anyOf", "oneOf"].every((choices) => items[choices] === undefined)) {
    return { path, message: "must say which texts can be chosen, with enum or anyOf" };
  }
  return unsupportedKeyword(items, ["type", "enum", "enumNames", "anyOf", "oneOf"], path) ?? choicesError(items, path);
}

/** Choices are texts, in `enum` or with a title each: `{ "const": "eu", "title": "Europe" }`. */
function choicesError(field: Record<string, unknown>, path: string[]): SchemaError | null {
  const { enum: choices = [], type } = field;
  if (type !== undefined && type !== "string" && (Array.isArray(field["enum"]) || field["oneOf"] !== undefined)) {
    return { path: [...path, "type"], message: "must be string where there are choices" };
  }
  const wrong = Array.isArray(choices) ? choices.findIndex((choice) => typeof choice !== "string") : -1;
  if (wrong !== -1) return { path: [...path, "enum", String(wrong)], message: "must be text" };
  return firstOf(
    (["oneOf", "anyOf"] as const).flatMap((keyword) => {
      const titled = field[keyword];
      return Array.isArray(titled)
        ? titled.map((one, at) => titledChoicesError(one, [...path, keyword, String(at)]))
        : [];
    }),
  );
}

function titledChoicesError(choice: unknown, path: string[]): SchemaError | null {
  if (!isObject(choice) || typeof choice["const"] !== "string") {
    return { path, message: "must have the text to choose as const, and may have a title" };
  }
  return unsupportedKeyword(choice, ["const", "title", "description"], path);
}

function unsupportedKeyword(schema: Record<string, unknown>, known: string[], path: string[]): SchemaError | null {
  const unknown = Object.keys(schema).find((keyword) => !known.includes(keyword));
  if (unknown === undefined) return null;
  return { path: [...path, unknown], message: `is not supported in a form (known: ${known.join(", ")})` };
}

function firstOf(errors: (SchemaError | null)[]): SchemaError | null {
  return errors.find((error) => error !== null) ?? null;
}
