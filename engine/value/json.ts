// Convex JSON: the text form in which every value travels (clients, function arguments, stored documents). 64-bit
// integers, bytes and the numbers that JSON cannot express are objects with one key that begins with "$".

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/**
 * Returns a text for a value that should be a text. Any other value is returned as its JSON, for messages, and for
 * lookups that then find nothing.
 */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
