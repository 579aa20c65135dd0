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

/**
 * Some objects hold a C++ object. Merely calling its constructor returns the global object of the host, and its methods
 * end the process when they are called with other arguments than Node's own.
 */
function closeNativeConstructors(): void {
  // A UTF-8 decoder has no such object until it decodes a stream, so the sample decodes UTF-16.
  for (const part of partsOf(new TextDecoder("utf-16le"))) closeNative(part);
  for (const part of partsOf(new Blob(["x"]))) {
    const getReader: unknown = Reflect.get(part, "getReader");
    if (typeof getReader === "function") closeNative(Reflect.apply(getReader, part, []) as object);
    closeNative(part);
  }
}

type Check = (args: unknown[]) => boolean;

/** What their methods accept. A method that a newer Node adds is refused until it is named here. */
const accepts: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["getReader", () => true],
  ["slice", ([start, end]) => isOffset(start) && isOffset(end)],
  ["pull", ([callback]) => typeof callback === "function"],
  // Node 22 and newer have this one. Without a function it forgets the one it had.
  ["setWakeup", ([wake]) => wake === undefined || typeof wake === "function"],
]);

function closeNative(part: object): void {
  const prototype = Object.getPrototypeOf(part) as object;
  Reflect.deleteProperty(prototype, "constructor");
  for (const name of Object.getOwnPropertyNames(prototype)) {
    guardMethod(prototype, name, accepts.get(name) ?? (() => false));
  }
}

function partsOf(holder: object): object[] {
  const values = Object.getOwnPropertySymbols(holder).map((key): unknown => Reflect.get(holder, key));
  return values.filter((value): value is object => {
    return typeof value === "object" && value !== null && Object.getPrototypeOf(value) !== Object.prototype;
  });
}

/** A place that the C++ object accepts: an unsigned integer of 32 bits. */
function isOffset(value: unknown): value is number {
  return typeof value === "number" && Object.is(value >>> 0, value);
}

function guardMethod(prototype: object, name: string, isRight: (args: unknown[]) => boolean): void {
  const native: unknown = Reflect.get(prototype, name);
  if (typeof native !== "function") return;
  Reflect.set(prototype, name, function (this: unknown, ...args: unknown[]): unknown {
    if (!isRight(args)) throw new TypeError("Illegal invocation");
    return Reflect.apply(native, this, args) as unknown;
  });
}
