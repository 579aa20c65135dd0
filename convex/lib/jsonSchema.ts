// Checks values with JSON Schemas that people have written. The platform cannot build code from text, so the schema is
// interpreted. lib/readJsonSchema.ts accepts a schema first: afterwards it has no `$ref`, only known keywords, and a
// bounded size. A check counts its steps, so that no schema and value together can occupy the process for long.
import { truncate } from "./textLength";
import { invalidFields } from "./errors";
import { sortedJson } from "./sortedJson";
import { articleOf } from "./validationMessages";

/** A schema that `readJsonSchema` has returned. */
export type JsonSchema = boolean | { [keyword: string]: unknown };

/** `message` continues the name of the field at `path`: "must be text". */
export interface SchemaError {
  path: string[];
  message: string;
}

/** More steps than any honest schema of this size needs. They take some tens of milliseconds. */
const maxSteps = 500_000;
/** Nobody reads more errors than this. */
const maxErrors = 20;
/** The most characters of a list of choices in a message. */
const maxChoicesShown = 300;

/** Returns what is wrong with the value, or nothing. Throws nothing. */
export function schemaErrorsOf(schema: JsonSchema, value: unknown): SchemaError[] {
  const check = new Check();
  check.visit(schema, value, []);
  return check.isTooLong ? [{ path: [], message: "takes too long to check against its schema" }] : check.errors;
}

/** Throws VALIDATION with the path of each error below `field`. */
export function throwSchemaErrors(field: string, errors: readonly SchemaError[]): void {
  if (errors.length === 0) return;
  const problems = errors.map(({ path, message }) => {
    const inside = [field, ...path].join(".");
    return { field: inside, message: `${inside} ${message}.` };
  });
  throw invalidFields(problems);
}

class Check {
  readonly errors: SchemaError[] = [];
  private steps = 0;

  get isTooLong(): boolean {
    return this.steps > maxSteps;
  }

  visit(schema: JsonSchema, value: unknown, path: string[]): void {
    this.count(1);
    if (schema === true || this.isTooLong || this.errors.length >= maxErrors) return;
    if (schema === false) {
      return this.report(path, path.length === 0 ? "has a schema that admits nothing" : "is not allowed here");
    }
    if (schema["type"] !== undefined && !hasType(schema["type"], value)) {
      return this.report(path, `must be ${typeWords(schema["type"])}`);
    }
    this.checkEqual(schema, value, path);
    if (typeof value === "number") this.checkNumber(schema, value, path);
    if (typeof value === "string") this.checkText(schema, value, path);
    if (Array.isArray(value)) this.checkList(schema, value, path);
    else if (isObject(value)) this.checkObject(schema, value, path);
    this.checkCombined(schema, value, path);
  }

  private checkEqual(schema: Keywords, value: unknown, path: string[]): void {
    if ("const" in schema && !this.isEqual(schema["const"], value)) {
      this.report(path, `must be ${JSON.stringify(schema["const"])}`);
    }
    const { enum: allowed } = schema;
    if (!Array.isArray(allowed) || allowed.some((one) => this.isEqual(one, value))) return;
    this.report(
      path,
      `must be one of ${truncate(allowed.map((one) => JSON.stringify(one)).join(", "), maxChoicesShown)}`,
    );
  }

  private checkNumber(schema: Keywords, value: number, path: string[]): void {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
    if (isNumber(minimum) && value < minimum) this.report(path, `must be at least ${minimum}`);
    if (isNumber(maximum) && value > maximum) this.report(path, `must be at most ${maximum}`);
    if (isNumber(exclusiveMinimum) && value <= exclusiveMinimum) {
      this.report(path, `must be more than ${exclusiveMinimum}`);
    }
    if (isNumber(exclusiveMaximum) && value >= exclusiveMaximum) {
      this.report(path, `must be less than ${exclusiveMaximum}`);
    }
    if (isNumber(multipleOf) && !isMultiple(value, multipleOf))
      this.report(path, `must be a multiple of ${multipleOf}`);
  }

  private checkText(schema: Keywords, value: string, path: string[]): void {
    this.count(value.length / 16);
    const { format } = schema;
    this.checkCount(path, schema, ["minLength", "maxLength"], Array.from(value).length, "characters");
    const known = typeof format === "string" ? formats.get(format) : undefined;
    if (known !== undefined && !known.holds(value)) this.report(path, `must be ${known.words}`);
  }

  private checkList(schema: Keywords, value: unknown[], path: string[]): void {
    this.checkCount(path, schema, ["minItems", "maxItems"], value.length, "items");
    if (schema["uniqueItems"] === true && this.hasDoubles(value)) this.report(path, "must not have an item twice");
    const first = listOfSchemas(schema["prefixItems"]);
    const { items } = schema;
    for (const [index, item] of value.entries()) {
      const itemSchema = first[index] ?? (items as JsonSchema | undefined);
      if (itemSchema !== undefined) this.visit(itemSchema, item, [...path, String(index)]);
    }
  }

  private checkObject(schema: Keywords, value: Keywords, path: string[]): void {
    const names = Object.keys(value);
    this.checkCount(path, schema, ["minProperties", "maxProperties"], names.length, "fields");
    const required = Array.isArray(schema["required"]) ? (schema["required"] as string[]) : [];
    this.count(required.length);
    for (const name of required) if (!Object.hasOwn(value, name)) this.report([...path, name], "is required");
    const properties = namedSchemas(schema["properties"]);
    for (const name of names) this.checkProperty(schema, properties, name, value[name], path);
  }

  private checkProperty(schema: Keywords, properties: Keywords, name: string, value: unknown, path: string[]): void {
    const inside = [...path, name];
    const { propertyNames, additionalProperties } = schema;
    if (propertyNames !== undefined && !this.fits(propertyNames as JsonSchema, name)) {
      this.report(inside, "has a name that is not allowed");
    }
    if (Object.hasOwn(properties, name)) return this.visit(properties[name] as JsonSchema, value, inside);
    if (additionalProperties === false) return this.report(inside, "is unknown");
    if (additionalProperties !== undefined) this.visit(additionalProperties as JsonSchema, value, inside);
  }

  private checkCombined(schema: Keywords, value: unknown, path: string[]): void {
    const { anyOf, oneOf, not } = schema;
    for (const part of listOfSchemas(schema["allOf"])) this.visit(part, value, path);
    if (anyOf !== undefined && !listOfSchemas(anyOf).some((part) => this.fits(part, value))) {
      this.report(path, "matches none of the allowed forms (anyOf)");
    }
    if (oneOf !== undefined) {
      const fitting = listOfSchemas(oneOf).filter((part) => this.fits(part, value)).length;
      if (fitting !== 1) this.report(path, `must match exactly one of its forms, and matches ${fitting} (oneOf)`);
    }
    if (not !== undefined && this.fits(not as JsonSchema, value))
      this.report(path, "matches a form that is excluded (not)");
    this.checkCondition(schema, value, path);
  }

  private checkCondition(schema: Keywords, value: unknown, path: string[]): void {
    if (schema["if"] === undefined) return;
    const branch = this.fits(schema["if"] as JsonSchema, value) ? schema["then"] : schema["else"];
    if (branch !== undefined) this.visit(branch as JsonSchema, value, path);
  }

  /** Whether the value fits, without a report of why it does not. */
  private fits(schema: JsonSchema, value: unknown): boolean {
    const inner = new Check();
    inner.steps = this.steps;
    inner.visit(schema, value, []);
    this.steps = inner.steps;
    return inner.errors.length === 0;
  }

  private isEqual(one: unknown, other: unknown): boolean {
    this.count(1);
    if (typeof one !== "object" || typeof other !== "object") return one === other;
    return this.canonical(one) === this.canonical(other);
  }

  private hasDoubles(items: unknown[]): boolean {
    return new Set(items.map((item) => this.canonical(item))).size < items.length;
  }

  private canonical(value: unknown): string {
    const text = sortedJson(value);
    this.count(1 + text.length / 16);
    return text;
  }

  private checkCount(
    path: string[],
    schema: Keywords,
    [least, most]: [string, string],
    count: number,
    noun: string,
  ): void {
    const { [least]: min, [most]: max } = schema;
    if (isNumber(min) && count < min) this.report(path, `must have at least ${min} ${noun}`);
    if (isNumber(max) && count > max) this.report(path, `must have at most ${max} ${noun}`);
  }

  private count(steps: number): void {
    this.steps += steps;
  }

  private report(path: string[], message: string): void {
    if (this.errors.length < maxErrors) this.errors.push({ path, message });
  }
}

type Keywords = Record<string, unknown>;

// `readJsonSchema` has checked the shape of every keyword, so these need not.
function listOfSchemas(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? (value as JsonSchema[]) : [];
}

function namedSchemas(value: unknown): Keywords {
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is Keywords {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

export const types = ["string", "number", "integer", "boolean", "object", "array", "null"] as const;

function hasType(wanted: unknown, value: unknown): boolean {
  if (Array.isArray(wanted)) return wanted.some((one) => hasType(one, value));
  switch (wanted) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === wanted;
  }
}

function typeWords(wanted: unknown): string {
  const all: unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  const named = all.map((one) => (one === "null" ? "null" : articleOf(one === "integer" ? "int" : String(one))));
  return named.join(" or ");
}

/** Decimal fractions such as 0.3 are not exact, so a tiny difference does not count. */
function isMultiple(value: number, of: number): boolean {
  const quotient = value / of;
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
}

/** The value with the fields of its objects in one order, so that equal values have equal texts. */
/** The longest text that can have a format. It also bounds the time of the patterns below. */
const maxFormatted = 2000;

/** Formats that are checked. Any other one is a note for people. */
const formats: ReadonlyMap<string, { words: string; holds(text: string): boolean }> = new Map(
  Object.entries({
    email: { words: "an e-mail address", holds: matching(/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/) },
    uri: { words: "an address such as https://example.com", holds: matching(/^[a-z][a-z0-9+.-]*:[^\s]+$/i) },
    uuid: { words: "a UUID", holds: matching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i) },
    date: { words: "a date, such as 2026-01-31", holds: isDate },
    "date-time": {
      words: "an ISO 8601 time, such as 2026-01-31T09:00:00Z",
      holds: (text: string) => isTime(text) && isDate(text.slice(0, 10)),
    },
  }),
);

function matching(pattern: RegExp): (text: string) => boolean {
  return (text) => text.length <= maxFormatted && pattern.test(text);
}

/** JavaScript reads 30 February as a day in March. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

function isTime(text: string): boolean {
  const isWritten = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i)(text);
  return isWritten && !Number.isNaN(Date.parse(text));
}
