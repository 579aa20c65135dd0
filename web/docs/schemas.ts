// JSON Schemas in words, with the fields below them, and an example for those that have none of their own.
import { isObject, listIn, numberIn, objectIn, objectsIn, textIn } from "./json";
import type { JsonObject } from "./json";

export interface Field {
  name: string;
  schema: JsonObject;
  isRequired: boolean;
}

type Resolve = (part: JsonObject) => JsonObject;

/** Joins the parts of `allOf`, which all apply, into one schema. */
export function joined(resolve: Resolve, schema: JsonObject): JsonObject {
  const own = resolve(schema);
  const parts = objectsIn(own, "allOf");
  if (parts.length === 0) return own;
  const { allOf: _, ...rest } = own;
  const all = [...parts.map((part) => joined(resolve, part)), rest];
  const properties = all.flatMap((part) => Object.entries(objectIn(part, "properties")));
  return {
    ...Object.fromEntries(all.flatMap((part) => Object.entries(part))),
    properties: Object.fromEntries(properties),
    required: all.flatMap((part) => listIn(part, "required")),
  };
}

/** The schemas that a value may have, without null. */
export function variantsOf(resolve: Resolve, schema: JsonObject): JsonObject[] {
  const own = joined(resolve, schema);
  return [...objectsIn(own, "anyOf"), ...objectsIn(own, "oneOf")].filter((variant) => !isNull(resolve(variant)));
}

function isNull(schema: JsonObject): boolean {
  return schema["type"] === "null" || schema["const"] === null;
}

function isNullable(resolve: Resolve, schema: JsonObject): boolean {
  const variants = [...objectsIn(schema, "anyOf"), ...objectsIn(schema, "oneOf")];
  return listIn(schema, "type").includes("null") || variants.some((variant) => isNull(resolve(variant)));
}

function typesOf(schema: JsonObject): string[] {
  const { type } = schema;
  if (typeof type === "string") return [type];
  return listIn(schema, "type").filter((name) => typeof name === "string" && name !== "null") as string[];
}

/** Returns a few words, such as `string or null` or `list of Run`. */
export function typeWords(resolve: Resolve, schema: JsonObject): string {
  const own = joined(resolve, schema);
  const variants = variantsOf(resolve, own);
  const words =
    variants.length > 0
      ? [...new Set(variants.map((variant) => typeWords(resolve, variant)))].join(" or ")
      : plainWords(resolve, own);
  return isNullable(resolve, own) ? `${words} or null` : words;
}

function plainWords(resolve: Resolve, schema: JsonObject): string {
  if ("const" in schema) return JSON.stringify(schema["const"]);
  const words = typesOf(schema).map((type) => {
    if (type !== "array") return type;
    const { items } = schema;
    return isObject(items) ? `list of ${typeWords(resolve, items)}` : "list";
  });
  if (words.length > 0) return words.join(" or ");
  return "properties" in schema ? "object" : "any value";
}

/** Returns the values that are allowed, when there are few. */
export function valuesOf(resolve: Resolve, schema: JsonObject): string[] {
  const own = joined(resolve, schema);
  const here = listIn(own, "enum").filter((value) => value !== null);
  const all = here.length > 0 ? here : variantsOf(resolve, own).flatMap((variant) => listIn(resolve(variant), "enum"));
  return all.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
}

/** Returns what limits a value, such as `1–200 characters`. */
export function limitWords(resolve: Resolve, schema: JsonObject): string[] {
  const own = joined(resolve, schema);
  const limits = [
    range(numberIn(own, "minLength"), numberIn(own, "maxLength"), " characters"),
    range(numberIn(own, "minItems"), numberIn(own, "maxItems"), " items"),
    range(numberIn(own, "minimum"), numberIn(own, "maximum"), ""),
    textIn(own, "format"),
    "default" in own ? `default ${JSON.stringify(own["default"])}` : "",
  ].filter((limit) => limit !== "");
  const [only, ...others] = variantsOf(resolve, own);
  return only === undefined || others.length > 0 ? limits : [...limitWords(resolve, only), ...limits];
}

const maxShownBound = 1e9;

function range(least: number | null, most: number | null, unit: string): string {
  // Nobody meets these bounds of times and counters.
  const max = most === null || most > maxShownBound ? null : most;
  const min = least === null || least < -maxShownBound || (least === 0 && (unit !== "" || max === null)) ? null : least;
  if (min !== null && max !== null) return `${count(min)}–${count(max)}${unit}`;
  if (max !== null) return `up to ${count(max)}${unit}`;
  if (min === 1 && unit !== "") return "not empty";
  return min === null ? "" : `from ${count(min)}${unit}`;
}

function count(value: number): string {
  return value.toLocaleString("en");
}

/** Returns the fields of an object, also of the objects in a list. */
export function fieldsOf(resolve: Resolve, schema: JsonObject): Field[] {
  const own = joined(resolve, schema);
  const properties = Object.entries(objectIn(own, "properties"));
  if (properties.length > 0) {
    const required = listIn(own, "required");
    return properties.flatMap(([name, value]) =>
      isObject(value) ? [{ name, schema: value, isRequired: required.includes(name) }] : [],
    );
  }
  const { items } = own;
  if (isObject(items)) return fieldsOf(resolve, items);
  const [only, ...others] = variantsOf(resolve, own);
  return only === undefined || others.length > 0 ? [] : fieldsOf(resolve, only);
}

const maxExampleDepth = 6;

interface ExamplePlace {
  /** The name of the field, which says what belongs there when nothing else does. */
  name: string;
  depth: number;
}

/** Returns a value that the schema allows, for documents without examples. */
export function exampleOf(resolve: Resolve, schema: JsonObject, place: ExamplePlace = { name: "", depth: 0 }): unknown {
  const own = joined(resolve, schema);
  if ("example" in own) return own["example"];
  const [given] = listIn(own, "examples");
  if (given !== undefined) return given;
  if ("const" in own) return own["const"];
  const [value] = listIn(own, "enum");
  if (value !== undefined) return value;
  const [variant] = variantsOf(resolve, own);
  if (variant !== undefined) return exampleOf(resolve, variant, place);
  return exampleOfType(resolve, own, place);
}

function exampleOfType(resolve: Resolve, schema: JsonObject, { name, depth }: ExamplePlace): unknown {
  const [type] = typesOf(schema);
  const { items } = schema;
  switch (type) {
    case "string":
      return isTime(name, textIn(schema, "format")) ? "2026-11-27T09:00:00.000Z" : `<${name}>`;
    case "integer":
    case "number":
      return numberIn(schema, "minimum") ?? 1;
    case "boolean":
      return true;
    case "array":
      return isObject(items) && depth < maxExampleDepth ? [exampleOf(resolve, items, { name, depth: depth + 1 })] : [];
    default:
      return depth < maxExampleDepth ? exampleOfFields(resolve, fieldsOf(resolve, schema), depth + 1) : {};
  }
}

function isTime(name: string, format: string): boolean {
  return format === "date-time" || /[a-z]At$/.test(name);
}

function exampleOfFields(resolve: Resolve, fields: Field[], depth: number): JsonObject {
  return Object.fromEntries(fields.map(({ name, schema }) => [name, exampleOf(resolve, schema, { name, depth })]));
}

/** Returns an example of a request with the required fields only, which is what people begin with. */
export function shortExampleOf(resolve: Resolve, schema: JsonObject): JsonObject {
  const needed = fieldsOf(resolve, schema).filter(({ isRequired }) => isRequired);
  return exampleOfFields(resolve, needed, 1);
}
