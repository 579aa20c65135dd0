// Writes values and validators as Convex writes them in its messages.
import type { Json, JsonObject } from "./json";
import { sortedEntries } from "./compareValues";
import { floatOf, integerOf, kindOf, specialValueOf } from "./specialValue";
import type { FieldValidatorJson, ValidatorJson } from "./validatorJson";

/** Returns the text of a value for an error message: all of a short value, the beginning of a long one. */
export function valueInMessage(value: Json): string {
  const budget = { left: maxCharacters };
  const text = valueText(beginningOf(value, budget, 0));
  return budget.left < 0 ? `${text.slice(0, maxCharacters)}…` : text;
}

const maxCharacters = 1_000;
const maxDepth = 64;

/** Copies as much of `value` as the budget allows. The budget counts characters and values. */
function beginningOf(value: Json, budget: { left: number }, depth: number): Json {
  budget.left--;
  if (typeof value === "string") {
    budget.left -= value.length;
    return budget.left < 0 ? value.slice(0, Math.max(0, budget.left + value.length)) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth === maxDepth) {
    budget.left = -1;
    return null;
  }
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const item of value) {
      if (budget.left < 0) break;
      items.push(beginningOf(item, budget, depth + 1));
    }
    return items;
  }
  const fields: JsonObject = {};
  for (const name in value) {
    if (budget.left < 0) break;
    budget.left -= name.length;
    const field = value[name];
    if (field !== undefined) fields[name.slice(0, maxCharacters)] = beginningOf(field, budget, depth + 1);
  }
  return fields;
}

function valueText(value: Json): string {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "number":
      return floatText(value);
    case "boolean":
      return String(value);
    default:
      if (value === null) return "null";
      return Array.isArray(value) ? `[${value.map(valueText).join(", ")}]` : objectText(value);
  }
}

function objectText(object: JsonObject): string {
  const special = specialValueOf(object);
  switch (special?.kind) {
    case undefined:
      return `{${fieldsText(object, valueText)}}`;
    case "integer":
      return integerOf(special.base64).toString();
    case "float":
      return floatText(floatOf(special.base64));
    case "bytes":
      return `b"${special.base64}"`;
    case "commitTs":
      return "[unresolved commit timestamp]";
  }
}

/** Writes a number as Rust's `{:?}` does, which Convex uses: 1 is "1.0", 1e16 is "1e16". */
function floatText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (Object.is(value, -0)) return "-0.0";
  const magnitude = Math.abs(value);
  if (magnitude === Infinity) return value < 0 ? "-inf" : "inf";
  if (magnitude !== 0 && (magnitude < 1e-4 || magnitude >= 1e16)) return value.toExponential().replace("e+", "e");
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

const ESCAPES: Record<string, string> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\0": "\\0",
};

/** Quotes a text as Rust's `{:?}` does. Characters that cannot be printed become `\u{…}`. */
function quote(text: string): string {
  const body = text.replace(/["\\]|[\p{C}\p{Zl}\p{Zp}\p{M}]|(?! )\p{Zs}/gu, (character) => {
    return ESCAPES[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
  return `"${body}"`;
}

/** Returns the source code of a validator, with Convex's own names for numbers. */
export function validatorInMessage(validator: ValidatorJson): string {
  switch (validator.type) {
    case "number":
      return "v.float64()";
    case "bigint":
      return "v.int64()";
    case "null":
    case "boolean":
    case "string":
    case "bytes":
    case "any":
    case "commitTs":
      return `v.${validator.type}()`;
    case "id":
      return `v.id("${validator.tableName}")`;
    case "literal":
      return `v.literal(${literalText(validator.value)})`;
    case "array":
      return `v.array(${validatorInMessage(validator.value)})`;
    case "union":
      return `v.union(${validator.value.map(validatorInMessage).join(", ")})`;
    case "object":
      return `v.object({${fieldsText(validator.value, fieldText)}})`;
    case "record":
      return `v.record(${validatorInMessage(validator.keys)}, ${validatorInMessage(validator.values.fieldType)})`;
  }
}

function fieldsText<T>(fields: Record<string, T>, textOf: (content: T) => string): string {
  return sortedEntries(fields)
    .map(([name, content]) => `${name}: ${textOf(content)}`)
    .join(", ");
}

function fieldText(field: FieldValidatorJson): string {
  const text = validatorInMessage(field.fieldType);
  return field.optional ? `v.optional(${text})` : text;
}

/** Returns the JSON of a literal if it has one, otherwise only its type. */
function literalText(value: Json): string {
  if (typeof value === "number") return floatText(value);
  if (typeof value !== "object") return JSON.stringify(value);
  return kindOf(value) === "bigint" ? "<bigint>" : "<number>";
}
