// Functions and classes of the host are among the globals of guest code, and through `constructor` each of them leads
// to the host's `Function`, which makes functions that see all of Node. Nothing else in the host asks for it that way.

/** Call once, before any guest code runs. */
export function closeConstructors(): void {
  closeFunctionConstructors();
  closeNativeConstructors();
}

/** From now on the constructors that functions name refuse to make any, as those of a context do. */
function closeFunctionConstructors(): void {
  for (const sample of [function () {}, async function () {}, function* () {}, async function* () {}]) {
    const prototype: object = Object.getPrototypeOf(sample) as object;
    const own: unknown = Reflect.get(prototype, "constructor");
    const refusing = function (): never {
      throw new EvalError("Code generation from strings disallowed for this context");
    };
    Object.defineProperty(refusing, "name", { value: typeof own === "function" ? own.name : "Function" });
    // `instanceof` asks for it.
    refusing.prototype = prototype;
    Object.defineProperty(prototype, "constructor", { value: refusing });
  }
}

/** Some objects keep one of C++, whose constructor gives the global object of the host when it is merely called. */
function closeNativeConstructors(): void {
  // A decoder of UTF-8 has none before it decodes a stream.
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
