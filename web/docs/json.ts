// Reads parts of a JSON value whose form is not known. What is missing or has another type is left out.

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectIn(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isObject(value) ? value : {};
}

export function listIn(object: JsonObject, key: string): readonly unknown[] {
  const value = object[key];
  return Array.isArray(value) ? value : [];
}

export function objectsIn(object: JsonObject, key: string): JsonObject[] {
  return listIn(object, key).filter(isObject);
}

export function textIn(object: JsonObject, key: string): string {
  const value = object[key];
  return typeof value === "string" ? value : "";
}

export function numberIn(object: JsonObject, key: string): number | null {
  const value = object[key];
  return typeof value === "number" ? value : null;
}
