// What queries of endpoints find, as the JSON that clients get. A result that is a value goes through Convex's own form of
// JSON twice on its way to the edge, which then writes it once more: that took longer than finding it.

declare const written: unique symbol;

/** JSON of a `Value`: the type alone says so. */
export type JsonText<Value> = string & { readonly [written]?: Value };

export function writeJson<Value>(value: Value): JsonText<Value> {
  return JSON.stringify(value);
}

/** As a client would read it: what was undefined is not there. */
export function readJson<Value>(text: JsonText<Value>): Value {
  return JSON.parse(text) as Value;
}
