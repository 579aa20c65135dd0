// Converts a value for readers that do not know Convex JSON (`format: "json"`). Values that JSON cannot express
// become text.
import type { Json, JsonObject } from "./json";
import { floatOf, integerOf, specialValueOf } from "./specialValue";

export function toCleanJson(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? value.map(toCleanJson) : objectToCleanJson(value);
}

function objectToCleanJson(object: JsonObject): Json {
  const special = specialValueOf(object);
  switch (special?.kind) {
    case undefined:
      // The object is not built by assignment, because a field may be called "__proto__".
      return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, toCleanJson(value)]));
    case "integer":
      return integerOf(special.base64).toString();
    case "bytes":
      return special.base64;
    case "float": {
      const float = floatOf(special.base64);
      return float === 0 ? float : String(float);
    }
    case "commitTs":
      return object;
  }
}
