// Pushed code shares some classes of the host: with the host itself, with the app's other components and with later
// calls. After the start of a server their methods stay what they are. Otherwise code could put a function in the place
// of `Headers.prototype.get` and read the tokens of other callers, or a getter on the host's `Object.prototype`, whose
// `this` may be Node's own `process`. Buffers, regular expressions and errors are left as they are (engine/README.md).
import { sharedGlobals } from "./install";

const DEFINED = { writable: true, enumerable: true, configurable: true };

/** Must be called once, before any pushed code runs, and only in a process that only serves. */
export function freezeShared(): void {
  // Code sees streams by classes of its own, whose objects lead to these.
  for (const each of [...webClasses(), ReadableStream, WritableStream, TransformStream]) lock(each);
  for (const prototype of webPrototypes()) close(prototype);
  whenFormsLoad((forms) => {
    lock(forms);
    for (const prototype of prototypesOf(Object.create(forms.prototype))) close(prototype);
  });
  close(Object.prototype);
  Object.preventExtensions(Error.prototype);
  closeArrays();
  for (const each of ofTheLanguage()) Object.freeze(each);
}

/**
 * Prepares `Array.prototype` for being frozen. V8 would freeze it in one step, and from then on look there before every
 * write to a hole of any array: 50 ns instead of 8, which made a request 10 % slower. It does not do so when the
 * properties were closed before. Closing one of `delicate` by itself would make copies of arrays slow everywhere.
 */
function closeArrays(): void {
  const delicate = new Set<PropertyKey>(["length", "constructor", Symbol.iterator]);
  const prototype: object = Array.prototype;
  for (const key of Reflect.ownKeys(prototype)) {
    if (!delicate.has(key)) Object.defineProperty(prototype, key, { writable: false, configurable: false });
  }
}

/** What objects of the host lead to. V8 is as fast with these as before, which it would not be with accessors. */
function ofTheLanguage(): object[] {
  const weak = [WeakMap, WeakRef, WeakSet];
  const classes = [Array, BigInt, Boolean, Function, Map, Number, Promise, Set, String, Symbol, ...weak];
  const samples = [[].values(), new Map().values(), new Set().values(), ""[Symbol.iterator]()];
  const functions = [async function () {}, function* () {}, async function* () {}];
  const chains = [...samples, ...functions, ...functions.slice(1).map((each): unknown => each.prototype)];
  const prototypes = [...classes.map((each): unknown => each.prototype), ...chains.flatMap(prototypesOf)];
  // Newer versions of V8 have a class of iterators, which every iterator leads to.
  const iterators: unknown = Reflect.get(globalThis, "Iterator");
  return [Object, ...classes, ...(typeof iterators === "function" ? [iterators] : []), ...prototypes].filter(
    (each): each is object => each !== Object.prototype,
  );
}

function prototypesOf(value: unknown): object[] {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (typeof prototype !== "object" && typeof prototype !== "function") return [];
  return prototype === null || prototype === Object.prototype ? [] : [prototype, ...prototypesOf(prototype)];
}

/** The classes that code names. Polyfills may add functions to these, but not to their prototypes. */
function webClasses(): object[] {
  const isLeft = (each: unknown): boolean => each === ArrayBuffer || each === DataView || isTypedArray(each);
  return Object.values(sharedGlobals).filter((each): each is object => typeof each === "function" && !isLeft(each));
}

function isTypedArray(value: unknown): boolean {
  return typeof value === "function" && Object.getPrototypeOf(value) === Object.getPrototypeOf(Uint8Array);
}

/** The prototypes of these classes, and of objects that have no named class. */
function webPrototypes(): Set<object> {
  const made: unknown[] = [
    new URLSearchParams().entries(),
    new Headers().entries(),
    new ReadableStream().values(),
    ReadableStreamDefaultController,
    ReadableByteStreamController,
    ReadableStreamBYOBRequest,
    WritableStreamDefaultController,
    TransformStreamDefaultController,
  ];
  const samples = [...webClasses(), ...made].map((each): unknown => {
    return typeof each === "function" ? Object.create(each.prototype as object) : each;
  });
  const found = [...samples, ...innerObjects()].flatMap(prototypesOf);
  return new Set(found.filter((each) => each !== Error.prototype && !isOfLanguage(each)));
}

/** The objects that streams hold under symbols, such as the queue of their chunks. They have classes without a name. */
function innerObjects(): object[] {
  const bytes = new ReadableStream({ type: "bytes" });
  const found = new Set<object>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null || found.has(value)) return;
    found.add(value);
    for (const key of Reflect.ownKeys(value)) visit(Object.getOwnPropertyDescriptor(value, key)?.value);
  };
  for (const stream of [new ReadableStream(), bytes, new WritableStream(), new TransformStream()]) visit(stream);
  return [...found];
}

function isOfLanguage(prototype: object): boolean {
  return prototype === Function.prototype || ofTheLanguage().includes(prototype);
}

/** Node loads the class of forms when it is first named, which takes a tenth of a start. */
function whenFormsLoad(act: (forms: typeof FormData) => void): void {
  const found = Object.getOwnPropertyDescriptor(globalThis, "FormData");
  if (found?.get === undefined) return act(FormData);
  const load: () => unknown = found.get.bind(globalThis);
  const get = (): typeof FormData => {
    const forms = load() as typeof FormData;
    Object.defineProperty(globalThis, "FormData", { value: forms, writable: true, enumerable: false });
    act(forms);
    return forms;
  };
  Object.defineProperty(globalThis, "FormData", { get, configurable: true });
}

/** After this call nothing of `prototype` changes, and nothing is added. */
function close(prototype: object): void {
  lock(prototype);
  Object.preventExtensions(prototype);
}

/**
 * After this call the functions of `holder` can be neither replaced nor removed. Objects that inherit them can still be
 * given their own by an assignment, which a property that cannot be written would refuse.
 */
function lock(holder: object): void {
  for (const key of Reflect.ownKeys(holder)) {
    const found = Object.getOwnPropertyDescriptor(holder, key);
    if (found?.configurable !== true) continue;
    const isAssignable = found.writable === true && key !== "constructor";
    const accessors = isAssignable ? accessorsOf(holder, key, found.value) : {};
    Object.defineProperty(holder, key, { ...accessors, configurable: false });
  }
}

function accessorsOf(holder: object, key: PropertyKey, value: unknown): PropertyDescriptor {
  return {
    get: () => value,
    set(this: unknown, own: unknown) {
      if (typeof this !== "object" && typeof this !== "function") return;
      if (this === null || this === holder)
        throw new TypeError(`All functions share ${String(key)}. It cannot change.`);
      Object.defineProperty(this, key, { ...DEFINED, value: own });
    },
  };
}
