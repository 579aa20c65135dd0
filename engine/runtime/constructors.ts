// Some globals of guest code are functions and classes of the host. Through `constructor` each of them leads to the
// host's `Function`, and functions that it makes see all of Node. This module closes that way. No other code of the
// host uses it.

/** Prevents guest code from reaching Node by constructors. Must be called once, before any guest code runs. */
export function closeConstructors(): void {
  closeFunctionConstructors();
  closeNativeConstructors();
}

/** After this call, the constructors that functions lead to refuse to compile text, like those of a context. */
function closeFunctionConstructors(): void {
  for (const sample of [function () {}, async function () {}, function* () {}, async function* () {}]) {
    const prototype: object = Object.getPrototypeOf(sample) as object;
    const own: unknown = Reflect.get(prototype, "constructor");
    const refusing = function (): never {
      throw new EvalError("Code generation from strings disallowed for this context");
    };
    Object.defineProperty(refusing, "name", { value: typeof own === "function" ? own.name : "Function" });
    // `instanceof` compares with this prototype.
    refusing.prototype = prototype;
    Object.defineProperty(prototype, "constructor", { value: refusing });
  }
}

/** Some objects hold a C++ object, and merely calling its constructor returns the global object of the host. */
function closeNativeConstructors(): void {
  // A UTF-8 decoder has no such object until it decodes a stream, so the sample decodes UTF-16.
  for (const holder of [new TextDecoder("utf-16le"), new Blob(["x"])]) {
    for (const key of Object.getOwnPropertySymbols(holder)) {
      const part: unknown = Reflect.get(holder, key);
      if (typeof part !== "object" || part === null) continue;
      const prototype: unknown = Object.getPrototypeOf(part);
      if (typeof prototype === "object" && prototype !== null && prototype !== Object.prototype) {
        Reflect.deleteProperty(prototype, "constructor");
      }
    }
  }
}
