// Convex JSON: the text form in which every value travels (clients, function arguments, stored documents).
// Numbers that JSON cannot say, integers of 64 bits and bytes are objects with one key that begins with "$".

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/**
 * What should be a text, as a text: another value shows as its JSON, for messages and lookups that then find nothing.
 */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
