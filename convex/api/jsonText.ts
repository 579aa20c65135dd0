// Endpoints return the results of their queries as the JSON text that clients receive. As a value, a result would be
// converted to Convex's own JSON and back on its way to the edge and then serialised again, which took longer than the
// query itself.

declare const written: unique symbol;

/** The JSON text of a `Value`. The parameter exists only for the compiler. */
export type JsonText<Value> = string & { readonly [written]?: Value };

export function writeJson<Value>(value: Value): JsonText<Value> {
  return JSON.stringify(value);
}

/** Parses the text as a client would: fields that were undefined are missing. */
export function readJson<Value>(text: JsonText<Value>): Value {
  return JSON.parse(text) as Value;
}
