// The globals of the language on Convex. Newer versions of V8 have further ones. They are removed, so that code which
// works here works on Convex, whatever Node this is. The last line has those that older versions of Node lack.
import type { Context } from "node:vm";

const languageNames: ReadonlySet<string> = new Set(
  `Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp
  Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError globalThis JSON Math Intl
  ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array
  Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set WeakMap WeakSet WeakRef Proxy Reflect
  FinalizationRegistry SharedArrayBuffer WebAssembly decodeURI decodeURIComponent encodeURI encodeURIComponent escape
  unescape eval isFinite isNaN console
  Iterator Float16Array SuppressedError DisposableStack AsyncDisposableStack`.split(/\s+/),
);

/** Must be called before the context gets its other globals. */
export function removeNewerGlobals(context: Context): void {
  for (const name of Object.getOwnPropertyNames(context)) {
    if (!languageNames.has(name)) Reflect.deleteProperty(context, name);
  }
}
