// Convex JSON: the text form in which every value travels (clients, function arguments, stored documents).
// Numbers that JSON cannot say, integers of 64 bits and bytes are objects with one key that begins with "$".

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
