// `db.vars.commitTs`: a placeholder that becomes the timestamp of the commit, which is known only when the mutation has
// done all else. Until then it sorts above every integer.
import { isJsonObject, type Json, type JsonObject } from "../value/json";
import { integerJson } from "../value/special";

/**
 * Whether the text of a document has the placeholder in it. Quotes inside strings are escaped, so this finds no other.
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
