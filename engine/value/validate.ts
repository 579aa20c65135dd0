// Checks a value against a validator and says, in Convex's words, what is wrong and where.
import { ownValue } from "./indexKey";
import type { Json, JsonObject } from "./json";
import { isObjectOfFields, matchesValidator, type TableOfId } from "./matchesValidator";
import { sortedEntries, sortedKeys } from "./compareValues";
import { validatorInMessage, valueInMessage } from "./messageText";
import type { ValidatorJson } from "./validatorJson";

/**
 * Returns null if `value` passes. Otherwise it returns the message that follows `ArgumentValidationError: ` and
 * similar prefixes.
 */
export function checkValidator(validator: ValidatorJson, value: Json, tableOfId: TableOfId): string | null {
  return matchesValidator(validator, value, tableOfId) ? null : problemOf({ validator, value, path: "" }, tableOfId);
}

/** A place within the checked value, and the validator for it. */
interface PartOfValue<Validator extends ValidatorJson = ValidatorJson, Value extends Json = Json> {
  validator: Validator;
  value: Value;
  path: string;
}

type Of<Type extends ValidatorJson["type"]> = Extract<ValidatorJson, { type: Type }>;

/** Returns the first problem at a place or within it, or null if there is none. */
function problemOf(place: PartOfValue, tableOfId: TableOfId): string | null {
  const { validator, value, path } = place;
  if (matchesValidator(validator, value, tableOfId)) return null;
  switch (validator.type) {
    case "literal":
      return `\`${valueInMessage(value)}\` does not match literal validator \`${validatorInMessage(validator)}\`.${pathLine(path)}`;
    case "id":
      if (typeof value === "string") return problemOfId({ validator, value, path }, tableOfId);
      break;
    case "array":
      if (Array.isArray(value)) return problemOfItems({ validator, value, path }, tableOfId);
      break;
    case "union": {
      const [only, ...others] = validator.value;
      if (only !== undefined && others.length === 0) return problemOf({ validator: only, value, path }, tableOfId);
      break;
    }
    case "object":
      if (isObjectOfFields(value)) return problemOfFields({ validator, value, path }, tableOfId);
      break;
    case "record":
      if (isObjectOfFields(value)) return problemOfRecord({ validator, value, path }, tableOfId);
      break;
    default:
  }
  return mismatch(place);
}

function problemOfId(place: PartOfValue<Of<"id">, string>, tableOfId: TableOfId): string {
  const { validator, value, path } = place;
  const table = tableOfId(value);
  if (table === null) return mismatch(place);
  const found = table.startsWith("_") ? "a system table" : `table \`${table}\``;
  const expected = `the table name in validator \`${validatorInMessage(validator)}\``;
  return `Found ID ${valueInMessage(value)} from ${found}, which does not match ${expected}.${pathLine(path)}`;
}

function problemOfItems(
  { validator, value, path }: PartOfValue<Of<"array">, Json[]>,
  tableOfId: TableOfId,
): string | null {
  for (const [i, item] of value.entries()) {
    const problem = problemOf({ validator: validator.value, value: item, path: `${path}[${i}]` }, tableOfId);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOfFields(place: PartOfValue<Of<"object">, JsonObject>, tableOfId: TableOfId): string {
  const { validator, value, path } = place;
  for (const [name, field] of sortedEntries(validator.value)) {
    const content = ownValue(value, name);
    if (content !== undefined) {
      const problem = problemOf({ validator: field.fieldType, value: content, path: `${path}.${name}` }, tableOfId);
      if (problem !== null) return problem;
    } else if (!field.optional) {
      const advice = "Consider wrapping the field validator in `v.optional(...)` if this is expected.";
      return `Object is missing the required field \`${name}\`. ${advice}\n${objectLines(place)}`;
    }
  }
  const extra = sortedKeys(value).find((name) => !Object.hasOwn(validator.value, name));
  return `Object contains extra field \`${nameText(extra)}\` that is not in the validator.\n${objectLines(place)}`;
}

function problemOfRecord(place: PartOfValue<Of<"record">, JsonObject>, tableOfId: TableOfId): string | null {
  const { keys, values } = place.validator;
  for (const [key, content] of sortedEntries(place.value)) {
    const problem =
      problemOf({ validator: keys, value: key, path: `${place.path}.keys()` }, tableOfId) ??
      problemOf({ validator: values.fieldType, value: content, path: `${place.path}.values()` }, tableOfId);
    if (problem !== null) return problem;
  }
  return null;
}

function nameText(name = ""): string {
  return name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength)}…`;
}

const maxNameLength = 200;

function mismatch({ validator, value, path }: PartOfValue): string {
  const lines = `${pathLine(path)}\nValue: ${valueInMessage(value)}\nValidator: ${validatorInMessage(validator)}`;
  return `Value does not match validator.\n${lines}`;
}

function objectLines({ validator, value, path }: PartOfValue): string {
  return `${pathLine(path)}\nObject: ${valueInMessage(value)}\nValidator: ${validatorInMessage(validator)}`;
}

/** Returns an empty text for the value as a whole; the message keeps the empty line. */
function pathLine(path: string): string {
  return path === "" ? "" : `Path: ${path}`;
}
