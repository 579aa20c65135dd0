// Reads the validators that pushed code exports as JSON.
import { isJsonObject, type Json } from "../value/json";
import type { FieldValidatorJson, ValidatorJson } from "../value/validatorJson";

const SIMPLE = ["null", "number", "bigint", "boolean", "string", "bytes", "any", "commitTs"] as const;

/** Reads one validator. Throws an Error that shows the part that was not understood. */
export function readValidator(json: Json | undefined): ValidatorJson {
  if (!isJsonObject(json)) throw unknown(json);
  const { type, value } = json;
  const simple = SIMPLE.find((name) => name === type);
  if (simple) return { type: simple };
  switch (type) {
    case "literal":
      return { type, value: value ?? null };
    case "id":
      if (typeof json["tableName"] !== "string") throw unknown(json);
      return { type, tableName: json["tableName"] };
    case "array":
      return { type, value: readValidator(value) };
    case "union":
      if (!Array.isArray(value)) throw unknown(json);
      return { type, value: value.map(readValidator) };
    case "object":
      if (!isJsonObject(value)) throw unknown(json);
      return {
        type,
        value: Object.fromEntries(Object.entries(value).map(([name, field]) => [name, readField(field)])),
      };
    case "record":
      return { type, keys: readValidator(json["keys"]), values: readField(json["values"]) };
    default:
      throw unknown(json);
  }
}

function readField(json: Json | undefined): FieldValidatorJson {
  if (!isJsonObject(json)) throw unknown(json);
  return { fieldType: readValidator(json["fieldType"]), optional: json["optional"] === true };
}

function unknown(json: Json | undefined): Error {
  return new Error(`This is not a validator: ${JSON.stringify(json)}`);
}
