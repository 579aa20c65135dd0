// Describes a JSON Schema with a line for each field, such as `title: text 1–500` or `status?: open, closed`.
import type { JSONSchema } from "zod/v4/core";

type Schema = JSONSchema._JSONSchema | undefined;

/**
 * Returns the lines. `output` describes values after parsing: a number in a query arrives as a text of digits, and only
 * `output` has its bounds.
 */
export function fieldsOf(input: Schema, output: Schema): string[] {
  if (typeof input !== "object") return [];
  const made = typeof output === "object" ? (output.properties ?? {}) : {};
  return Object.entries(input.properties ?? {}).map(([name, field]) => {
    const isOptional = !(input.required ?? []).includes(name);
    const kind = isDigits(field) ? made[name] : field;
    return `\`${name}\`${isOptional ? "?" : ""}: ${wordsOf(kind ?? field)}`;
  });
}

function isDigits(schema: Schema): boolean {
  return typeof schema === "object" && (schema.pattern ?? "").startsWith("^[0-9]{1,");
}

function wordsOf(schema: Schema): string {
  if (typeof schema !== "object") return "anything";
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return distinct(variants.map(wordsOf)).join(" or ");
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(", ");
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  return typed(schema);
}

function typed(schema: JSONSchema.JSONSchema): string {
  if (Array.isArray(schema.type)) return distinct(schema.type.map((type) => typed({ ...schema, type }))).join(" or ");
  switch (schema.type) {
    case "string":
      return schema.format === undefined ? `text${lengths(schema)}` : formatted(schema.format);
    case "integer":
      return `integer${range(schema.minimum, schema.maximum)}`;
    case "number":
      return `number${range(schema.minimum, schema.maximum)}`;
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    case "array":
      return listed(schema);
    case "object":
      return `object${nested(schema)}`;
    default:
      return "anything";
  }
}

function lengths({ minLength, maxLength }: JSONSchema.JSONSchema): string {
  return minLength === 1 && maxLength === undefined ? ", not empty" : range(minLength, maxLength);
}

function formatted(format: string): string {
  return { "date-time": "ISO 8601 time", date: "date", uri: "http or https address" }[format] ?? format;
}

function listed(schema: JSONSchema.JSONSchema): string {
  const { items, prefixItems } = schema;
  if (prefixItems !== undefined) return `[${prefixItems.map(wordsOf).join(", ")}]`;
  const size = range(schema.minItems, schema.maxItems);
  return `list${size} of ${Array.isArray(items) ? items.map(wordsOf).join(" or ") : wordsOf(items)}`;
}

function nested(schema: JSONSchema.JSONSchema): string {
  const fields = fieldsOf(schema, schema);
  return fields.length === 0 ? "" : ` { ${fields.join("; ")} }`;
}

/** Bounds that come from JSON, such as the largest safe integer, are left out. */
function range(least: number | undefined, most: number | undefined): string {
  const from = least === undefined || least <= Number.MIN_SAFE_INTEGER ? undefined : least;
  const to = most === undefined || most >= Number.MAX_SAFE_INTEGER ? undefined : most;
  if (from === undefined && to === undefined) return "";
  if (to === undefined) return ` from ${from}`;
  return from === undefined ? ` up to ${to}` : ` ${from}–${to}`;
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts)];
}
