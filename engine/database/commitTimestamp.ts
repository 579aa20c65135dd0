// `db.vars.commitTs` is a placeholder that becomes the timestamp of the commit. That timestamp is known only after
// the mutation has done everything else. Until then the placeholder sorts above every integer.
import { isJsonObject, type Json, type JsonObject } from "../value/json";
import { integerJson } from "../value/specialValue";

/**
 * Returns true if the text of a document contains the placeholder. Quotes inside strings are escaped, so no string
 * can be mistaken for the placeholder.
 */
export function hasPlaceholder(text: string): boolean {
  return text.includes('{"$commitTs":null}');
}

export function withCommitTs(fields: JsonObject, ts: bigint): JsonObject {
  const integer = integerJson(ts);
  const resolve = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(resolve);
    if (!isJsonObject(value)) return value;
    return "$commitTs" in value ? integer : Object.fromEntries(Object.entries(value).map(([k, v]) => [k, resolve(v)]));
  };
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, resolve(value)]));
}
