// The intrinsics of a context. Objects that the engine hands to guest code are made with them where guest code could
// notice the difference: promises (which must use the context's own microtask queue), parsed JSON, errors.
import { type Context, Script } from "node:vm";

export interface Realm {
  Object: ObjectConstructor;
  Array: ArrayConstructor;
  Error: ErrorConstructor;
  EvalError: ErrorConstructor;
  RangeError: ErrorConstructor;
  ReferenceError: ErrorConstructor;
  SyntaxError: ErrorConstructor;
  TypeError: ErrorConstructor;
  URIError: ErrorConstructor;
  Promise: PromiseConstructor;
  Map: MapConstructor;
  Set: SetConstructor;
  Date: DateConstructor;
  RegExp: RegExpConstructor;
  Math: Math;
  JSON: JSON;
  Atomics: Atomics;
  WebAssembly: Record<"compile" | "instantiate", (...args: unknown[]) => Promise<unknown>>;
  /** Runs `work` as a microtask of the context. The queue is emptied once, after `work`. */
  enqueue(work: () => void): void;
  watch(promise: unknown, onValue: (value: unknown) => void, onError: (error: unknown) => void): void;
}

const INTRINSICS = new Script(`({
  Object, Array, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError,
  Promise, Map, Set, Date, RegExp, Math, JSON, Atomics, WebAssembly,
  enqueue: (work) => { Promise.resolve().then(() => work()); },
  watch: (promise, onValue, onError) => {
    Promise.resolve(promise).then((value) => onValue(value), (error) => onError(error));
  },
})`);

export function realmOf(context: Context): Realm {
  return INTRINSICS.runInContext(context) as Realm;
}

type NativeErrorName =
  | "Error"
  | "EvalError"
  | "RangeError"
  | "ReferenceError"
  | "SyntaxError"
  | "TypeError"
  | "URIError";

const hostErrors: Record<NativeErrorName, ErrorConstructor> = {
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};
const ordinaryHasInstance = Function.prototype[Symbol.hasInstance];

/**
 * Errors thrown by host objects (`new URL("x")`, `fetch`) come from another realm. `error instanceof Error`, which is
 * in all kinds of code, must be true for them too.
 */
export function recogniseHostErrors(realm: Realm): void {
  for (const [name, hostError] of Object.entries(hostErrors)) {
    const guestError = realm[name as NativeErrorName];
    Object.defineProperty(guestError, Symbol.hasInstance, {
      configurable: true,
      writable: true,
      value(this: unknown, value: unknown): boolean {
        return ordinaryHasInstance.call(this, value) || (this === guestError && value instanceof hostError);
      },
    });
  }
}
