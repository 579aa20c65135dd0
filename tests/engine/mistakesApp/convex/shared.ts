// Code that changes classes of the host, which all functions share.
import { actionGeneric as action, queryGeneric as query } from "convex/server";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function prototypeOf(value: unknown): object {
  return Object.getPrototypeOf(value) as object;
}

/** The host's own `Object.prototype`. */
const hostPrototype = () => prototypeOf(URL.prototype);
const hostObject = () => hostPrototype().constructor as ObjectConstructor;
const hostArray = () => prototypeOf(hostObject().keys({ a: 1 }));
const hostText = () => prototypeOf(hostObject()("x"));

function tries(change: () => unknown): void {
  try {
    change();
  } catch {
    // Refused. Whether nothing has changed is seen by others.
  }
}

/** Puts `value` in the place of a property by every means, and keeps it there for a moment. */
function replace(holder: object, name: PropertyKey, value: unknown): void {
  tries(() => Reflect.set(holder, name, value));
  tries(() => Object.defineProperty(holder, name, { value, configurable: true }));
  tries(() => Reflect.deleteProperty(holder, name) && Reflect.set(holder, name, value));
  tries(() => Object.setPrototypeOf(holder, { [name]: value }));
}

export const replacesHeaders = query({
  args: {},
  handler: () => {
    replace(Headers.prototype, "get", () => "stolen");
    replace(Request.prototype, "headers", "stolen");
    return "tried";
  },
});

/** Returns how often the host has used the functions in the place of its own. */
export const replacesOfTheLanguage = action({
  args: {},
  handler: async () => {
    let uses = 0;
    const holders = [
      hostArray(),
      hostText(),
      prototypeOf(fetch),
      hostObject(),
      prototypeOf([].values.call(hostArray())),
    ];
    const names = ["push", "map", "split", "slice", "call", "apply", "entries", "keys", "assign", "next"];
    for (const holder of holders) {
      for (const name of names) {
        const native: unknown = Reflect.get(holder, name);
        if (typeof native !== "function") continue;
        replace(holder, name, function (this: unknown, ...args: unknown[]): unknown {
          uses++;
          return Reflect.apply(native, this, args);
        });
      }
    }
    await pause(600);
    return uses;
  },
});

/** Returns what Node has told a getter on the host's `Object.prototype`. */
export const seesProcess = action({
  args: {},
  handler: async () => {
    let seen = "nothing";
    tries(() =>
      Object.defineProperty(hostPrototype(), "traceProcessWarnings", {
        configurable: true,
        get() {
          seen = "something";
          return false;
        },
      }),
    );
    const { signal } = new AbortController();
    for (let listener = 0; listener < 40; listener++) signal.addEventListener("abort", () => listener);
    setTimeout(() => undefined, 2 ** 33);
    await pause(100);
    return seen;
  },
});

export const definesJson = query({
  args: {},
  handler: () => {
    replace(hostPrototype(), "toJSON", () => ({ stolen: true }));
    return "tried";
  },
});

/** What libraries do with objects and classes of their own still works. */
export const changesItsOwn = action({
  args: {},
  handler: async () => {
    class Place extends URL {}
    Place.prototype.toString = () => "a place";
    const response = new Response("x");
    response.text = async () => "own text";
    const thrown = new DOMException("x");
    Reflect.set(thrown, "note", 1);
    const form = new FormData();
    form.get = () => "own value";
    (URL as unknown as { added: () => number }).added = () => 1;
    const signal = AbortSignal.abort();
    signal.throwIfAborted = () => undefined;
    signal.throwIfAborted();
    return [`${new Place("https://x/")}`, await response.text(), Reflect.get(thrown, "note"), form.get("a")];
  },
});
