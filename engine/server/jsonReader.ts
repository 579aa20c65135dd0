// Readers of JSON that unknown clients sent. Each returns a value of the expected type, or refuses with 400 and the
// field's name.
import { RequestError } from "../application/contract";
import { isJsonObject, type Json, type JsonObject } from "../value/json";
import { isTooDeep, tooDeepText } from "./jsonDepth";

export function invalid(message: string): RequestError {
  return new RequestError(400, "InvalidRequest", message);
}

/** Parses JSON. `bytes` is UTF-8. */
export function parseJson(bytes: Buffer): Json {
  if (isTooDeep(bytes)) throw invalid(tooDeepText);
  try {
    return JSON.parse(bytes.toString("utf8")) as Json;
  } catch (error) {
    throw new RequestError(400, "BadJson", `Not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function parseJsonObject(bytes: Buffer): JsonObject {
  const value = parseJson(bytes);
  if (!isJsonObject(value)) throw invalid("The request body must be a JSON object.");
  return value;
}

export function stringField(object: JsonObject, name: string): string {
  const value = object[name];
  if (typeof value !== "string") throw invalid(`"${name}" must be a string.`);
  return value;
}

export function objectField(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  if (!isJsonObject(value)) throw invalid(`"${name}" must be an object.`);
  return value;
}

export function objectsField(object: JsonObject, name: string): JsonObject[] {
  const value = object[name];
  if (!Array.isArray(value)) throw invalid(`"${name}" must be an array.`);
  return value.map((element, index) => {
    if (!isJsonObject(element)) throw invalid(`"${name}[${index}]" must be an object.`);
    return element;
  });
}
