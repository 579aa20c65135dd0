// Reads values that an agent sends beside the protocol's own fields, which nothing has checked.
import { isRecord } from "../../text/json";

/** Returns the value at a path of names, or undefined where it does not exist. */
export function at(value: unknown, ...names: readonly string[]): unknown {
  let found = value;
  for (const name of names) {
    if (!isRecord(found)) return undefined;
    found = found[name];
  }
  return found;
}

export function textAt(value: unknown, ...names: readonly string[]): string | null {
  const found = at(value, ...names);
  return typeof found === "string" ? found : null;
}
