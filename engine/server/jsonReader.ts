// Readers of JSON that strangers sent: each takes what it expects or refuses with 400 and the name of the field.
import { RequestError } from "../application/contract";
import { isJsonObject, type Json, type JsonObject } from "../value/json";

export function invalid(message: string): RequestError {
  return new RequestError(400, "InvalidRequest", message);
}

export function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new RequestError(400, "BadJson", `Not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function parseJsonObject(text: string): JsonObject {
  const value = parseJson(text);
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
