// `structuredClone` that makes objects of the context's own realm (Node's makes objects of the main realm). Transfer is
// not supported.
import { types } from "node:util";
import { activeRun } from "../activeRun";
import type { Realm } from "../realm";

export function guestStructuredClone(value: unknown, options?: { transfer?: unknown[] }): unknown {
  if (options?.transfer && options.transfer.length > 0)
    throw new TypeError("structuredClone: transfer is not supported");
  return cloneValue(value, { realm: activeRun().guest.realm, known: new Map() });
}

interface Cloning {
  realm: Realm;
  /** Objects that were already cloned, so that cycles and shared parts keep their shape. */
  known: Map<object, object>;
}

function cloneValue(value: unknown, cloning: Cloning): unknown {
  if (typeof value === "function" || typeof value === "symbol") throw uncloneable(value);
  if (typeof value !== "object" || value === null) return value;
  const known = cloning.known.get(value);
  if (known) return known;
  return cloneLeaf(value, cloning) ?? cloneContainer(value, cloning);
}

/** Clones objects that contain no other objects. */
function cloneLeaf(value: object, { realm, known }: Cloning): object | null {
  const clone = leafOf(value, realm);
  if (clone) known.set(value, clone);
  return clone;
}

function leafOf(value: object, realm: Realm): object | null {
  if (types.isDate(value)) return new realm.Date(value.getTime());
  if (types.isRegExp(value)) return new realm.RegExp(value.source, value.flags);
  if (types.isBoxedPrimitive(value)) {
    if (types.isSymbolObject(value)) throw uncloneable(value);
    return realm.Object(value.valueOf()) as object;
  }
  if (types.isAnyArrayBuffer(value) || ArrayBuffer.isView(value) || value instanceof Blob)
    return structuredClone(value);
  if (types.isPromise(value) || types.isWeakMap(value) || types.isWeakSet(value)) throw uncloneable(value);
  return null;
}

function cloneContainer(value: object, cloning: Cloning): object {
  const { realm, known } = cloning;
  if (types.isMap(value)) {
    const map = new realm.Map<unknown, unknown>();
    known.set(value, map);
    for (const [key, item] of value) map.set(cloneValue(key, cloning), cloneValue(item, cloning));
    return map;
  }
  if (types.isSet(value)) {
    const set = new realm.Set<unknown>();
    known.set(value, set);
    for (const item of value) set.add(cloneValue(item, cloning));
    return set;
  }
  if (types.isNativeError(value)) return cloneError(value, cloning);
  const clone: object = Array.isArray(value) ? new realm.Array(value.length) : new realm.Object();
  known.set(value, clone);
  for (const [key, item] of Object.entries(value)) Reflect.set(clone, key, cloneValue(item, cloning));
  return clone;
}

const ERROR_NAMES = ["EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"] as const;

function cloneError(value: Error, cloning: Cloning): Error {
  const name = ERROR_NAMES.find((candidate) => candidate === value.name) ?? "Error";
  const clone = new cloning.realm[name](value.message);
  cloning.known.set(value, clone);
  Object.defineProperty(clone, "stack", { value: value.stack, configurable: true, writable: true });
  if ("cause" in value) {
    Object.defineProperty(clone, "cause", {
      value: cloneValue(value.cause, cloning),
      configurable: true,
      writable: true,
    });
  }
  return clone;
}

function uncloneable(value: unknown): DOMException {
  return new DOMException(`${String(value)} could not be cloned.`, "DataCloneError");
}
