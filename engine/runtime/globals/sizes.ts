// A few built-in functions of V8 end the process when their result would have more elements than an array can hold, or
// they fill an array for so long that the server stands still. In a context they throw a RangeError first.
import { type Context, Script } from "node:vm";

/** So many elements take the memory that a function may take at most (`containment.ts`). */
const MAX_ELEMENTS = 2 ** 26;

const GUARDS = new Script(`(() => {
  "use strict";
  const { apply } = Reflect;
  const Text = String;
  const TooLong = RangeError;
  const guard = (prototype, name, isTooLong) => {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
    const native = descriptor.value;
    const guarded = {
      [name](first, ...rest) {
        if (isTooLong(this, first)) throw new TooLong("Invalid array length");
        return apply(native, this, arguments);
      },
    }[name];
    Object.defineProperty(guarded, "length", { value: native.length });
    Object.defineProperty(prototype, name, { ...descriptor, value: guarded });
  };
  const isLong = (text) => text !== undefined && text !== null && (typeof text === "string" ? text : Text(text)).length > ${MAX_ELEMENTS};
  guard(String.prototype, "split", isLong);
  guard(String.prototype, "match", isLong);
  guard(RegExp.prototype, Symbol.split, (_, text) => isLong(text));
  guard(RegExp.prototype, Symbol.match, (_, text) => isLong(text));
  guard(Array.prototype, "fill", (list) => list !== undefined && list !== null && list.length > ${MAX_ELEMENTS});
})()`);

export function guardSizes(context: Context): void {
  GUARDS.runInContext(context);
}
