// The form of a value for readers that know no Convex JSON (`format: "json"`): what JSON cannot say becomes text.
import type { Json, JsonObject } from "./json";
import { floatOf, integerOf, specialValueOf } from "./special";

export function toClean(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? value.map(toClean) : objectToClean(value);
}

function objectToClean(object: JsonObject): Json {
  const special = specialValueOf(object);
  switch (special?.kind) {
    case undefined:
      // Not by assignment: a field may be called "__proto__".
      return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, toClean(value)]));
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
