// Checks whether a value matches a validator. Nearly all values match, so this check keeps no path and builds no
// message. It reads objects with `for in`, because `Object.entries` costs as much as all the rest.
import { ownValue } from "./indexKey";
import { isJsonObject, type Json, type JsonObject } from "./json";
import { compareValues } from "./compareValues";
import { kindOf, specialValueOf } from "./specialValue";
import type { FieldValidatorJson, ValidatorJson } from "./validatorJson";

/**
 * Returns the name of the table that a document with this id belongs to, in the component that asks. Returns null for
 * a text that is not an id of any table.
 */
export type TableOfId = (id: string) => string | null;

export function matchesValidator(validator: ValidatorJson, value: Json, tableOfId: TableOfId): boolean {
  switch (validator.type) {
    case "any":
      return true;
    case "string":
      return typeof value === "string";
    case "null":
    case "number":
    case "boolean":
    case "bytes":
      return kindOf(value) === validator.type;
    case "bigint":
    case "commitTs":
      return kindOf(value) === "bigint" || kindOf(value) === "commitTs";
    case "literal":
      return value === validator.value || compareValues(value, validator.value) === 0;
    case "id":
      return typeof value === "string" && tableOfId(value) === validator.tableName;
    case "array":
      return Array.isArray(value) && matchesEvery(validator.value, value, tableOfId);
    case "union":
      return matchesSome(validator.value, value, tableOfId);
    case "object":
      return isObjectOfFields(value) && matchesFields(validator.value, value, tableOfId);
    case "record":
      return isObjectOfFields(value) && matchesRecord(validator.keys, validator.values.fieldType, value, tableOfId);
  }
}

/**
 * Whether an object without its fields `others`, which it has, surely matches a validator of objects, or one of
 * several. Otherwise `matchesValidator` must decide.
 */
export function matchesWithoutFields(
  others: readonly string[],
  validator: ValidatorJson,
  object: JsonObject,
  tableOfId: TableOfId,
): boolean {
  if (validator.type === "union") {
    return validator.value.some((part) => matchesWithoutFields(others, part, object, tableOfId));
  }
  if (validator.type !== "object" || others.some((name) => Object.hasOwn(validator.value, name))) return false;
  return matchesFields(validator.value, object, tableOfId, others.length);
}

/** Returns false for the objects of Convex JSON that represent a number or bytes. */
export function isObjectOfFields(value: Json): value is JsonObject {
  return isJsonObject(value) && specialValueOf(value) === null;
}

function matchesEvery(validator: ValidatorJson, items: Json[], tableOfId: TableOfId): boolean {
  for (const item of items) if (!matchesValidator(validator, item, tableOfId)) return false;
  return true;
}

function matchesSome(validators: ValidatorJson[], value: Json, tableOfId: TableOfId): boolean {
  for (const validator of validators) if (matchesValidator(validator, value, tableOfId)) return true;
  return false;
}

type Fields = Record<string, FieldValidatorJson>;

function matchesFields(fields: Fields, object: JsonObject, tableOfId: TableOfId, others = 0): boolean {
  let present = others;
  for (const name in fields) {
    const content = ownValue(object, name);
    if (!matchesField(fields[name], content, tableOfId)) return false;
    if (content !== undefined) present += 1;
  }
  return Object.keys(object).length === present;
}

function matchesField(field: FieldValidatorJson | undefined, content: Json | undefined, tableOfId: TableOfId): boolean {
  if (content === undefined) return field?.optional ?? false;
  return field !== undefined && matchesValidator(field.fieldType, content, tableOfId);
}

function matchesRecord(keys: ValidatorJson, values: ValidatorJson, object: JsonObject, tableOfId: TableOfId): boolean {
  for (const key in object) {
    const content = object[key];
    if (
      content === undefined ||
      !matchesValidator(keys, key, tableOfId) ||
      !matchesValidator(values, content, tableOfId)
    )
      return false;
  }
  return true;
}
