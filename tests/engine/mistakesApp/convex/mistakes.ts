// Ordinary mistakes of pushed code. Each function fails, or returns what its comment says.
import { actionGeneric as action, makeFunctionReference, queryGeneric as query } from "convex/server";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const fine = query({ args: {}, handler: () => "fine" });

/** A stream that fails after the first piece. */
function failingStream(): ReadableStream<string> {
  let pulls = 0;
  return new ReadableStream({
    pull(controller) {
      pulls++;
      if (pulls === 1) controller.enqueue("piece");
      else controller.error(new Error("the stream failed"));
    },
  });
}

const failingSink = () =>
  new WritableStream({
    write() {
      throw new Error("the sink failed");
    },
  });

export const pipesUnheard = action({
  args: {},
  handler: async () => {
    void failingStream().pipeTo(new WritableStream());
    await pause(2_000);
    return "not reached";
  },
});

export const readsUnheard = action({
  args: {},
  handler: async () => {
    const reader = failingStream().getReader();
    void reader.read();
    void reader.read();
    await pause(2_000);
    return "not reached";
  },
});

export const writesUnheard = action({
  args: {},
  handler: async () => {
    const writer = failingSink().getWriter();
    void writer.write("piece");
    await pause(2_000);
    return "not reached";
  },
});

export const chainsUnheard = action({
  args: {},
  handler: async () => {
    const reader = failingStream().getReader();
    void reader.read().then(() => reader.read().then(() => undefined));
    await pause(2_000);
    return "not reached";
  },
});

class OwnPromise<T> extends Promise<T> {}

export const rejectsOwnPromise = action({
  args: {},
  handler: async () => {
    void OwnPromise.reject(new Error("own promise failed"));
    await pause(2_000);
    return "not reached";
  },
});

export const rejectsUnreadable = action({
  args: {},
  handler: async () => {
    const error = new Error("unreadable");
    Object.defineProperty(error, "message", {
      get() {
        for (;;);
      },
    });
    void Promise.reject(error);
    await pause(10_000);
    return "not reached";
  },
});

export const rejectsThrowing = action({
  args: {},
  handler: async () => {
    const error = new Error("throwing");
    Object.defineProperty(error, "message", {
      get() {
        throw new Error("from a getter");
      },
    });
    void Promise.reject(error);
    await pause(2_000);
    return "not reached";
  },
});

export const listenerThrows = action({
  args: {},
  handler: async () => {
    const target = new EventTarget();
    target.addEventListener("x", () => {
      throw new Error("the listener failed");
    });
    target.dispatchEvent(new Event("x"));
    await pause(2_000);
    return "not reached";
  },
});

/** The listener is a function of the host, which throws because an event cannot be cloned. */
export const hostListenerThrows = action({
  args: {},
  handler: async () => {
    const controller = new AbortController();
    controller.signal.addEventListener("abort", URL as unknown as EventListener);
    controller.abort();
    await pause(2_000);
    return "not reached";
  },
});

const long = () => "a".repeat(2 ** 27 + 8);

export const splitsTooMuch = query({ args: {}, handler: () => long().split("").length });
export const splitsTooMuchByPattern = query({ args: {}, handler: () => long().split(/(?:)/).length });
export const matchesTooMuch = query({ args: {}, handler: () => long().match(/a/g)?.length ?? 0 });
export const fillsTooMuch = query({
  args: {},
  handler: () => {
    const list: number[] = [];
    list.length = 2 ** 32 - 1;
    return list.fill(0).length;
  },
});

/** `undefined`, as in every module. */
export const thisOfFunction = query({
  args: {},
  handler: () => {
    return String(
      (function (this: unknown) {
        return this;
      })(),
    );
  },
});

export const assignsUndeclared = query({
  args: {},
  handler: () => {
    // @ts-expect-error -- the mistake
    undeclared = 1;
    return "assigned";
  },
});

export const changesFrozen = query({
  args: {},
  handler: () => {
    const frozen = Object.freeze({ a: 1 }) as { a: number };
    frozen.a = 2;
    return frozen.a;
  },
});

export const sharesMemory = query({
  args: {},
  handler: () => {
    const shared = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    return shared.buffer.byteLength;
  },
});

/** A module with one shared memory that it does not export. */
export const declaresSharedMemory = query({
  args: {},
  handler: () => {
    const code = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 5, 4, 1, 3, 1, 1]);
    return WebAssembly.Module.exports(new WebAssembly.Module(code)).length;
  },
});

/** A module with memory of its own: works. */
export const declaresMemory = query({
  args: {},
  handler: () => {
    const code = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 5, 4, 1, 1, 1, 1]);
    return new WebAssembly.Instance(new WebAssembly.Module(code)) instanceof WebAssembly.Instance;
  },
});

export const derivesForEver = action({
  args: {},
  handler: async () => {
    const key = await crypto.subtle.importKey("raw", new Uint8Array(8), "PBKDF2", false, ["deriveBits"]);
    const slow = { name: "PBKDF2", hash: "SHA-512", salt: new Uint8Array(8), iterations: 2 ** 31 - 1 };
    for (let n = 0; n < 4; n++) void crypto.subtle.deriveBits(slow, key, 512);
    await pause(2_000);
    return "not reached";
  },
});

export const generatesForEver = action({
  args: {},
  handler: async () => {
    const publicExponent = new Uint8Array([1, 0, 1]);
    const algorithm = { name: "RSA-OAEP", modulusLength: 16_384, publicExponent, hash: "SHA-256" };
    await crypto.subtle.generateKey(algorithm, true, ["encrypt", "decrypt"]);
    return "not reached";
  },
});

/** The objects of C++ that an object of the host shows by its symbols. */
function innerObjects(holder: object): object[] {
  const seen: object[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null || seen.includes(value)) return;
    seen.push(value);
    for (const key of Object.getOwnPropertySymbols(value)) visit(Reflect.get(value, key));
  };
  visit(holder);
  return seen.slice(1);
}

type Callable = (...args: unknown[]) => unknown;

/** Calls every method and constructor of these objects and of what they return, wrongly. */
function callWrongly(found: object[]): string[] {
  const reached: string[] = [];
  for (const each of found) {
    for (let at: unknown = each; typeof at === "object" && at !== null; at = Object.getPrototypeOf(at)) {
      for (const name of Object.getOwnPropertyNames(at)) {
        if (Object.getPrototypeOf(at) === null || name.startsWith("__")) continue;
        const { value } = Object.getOwnPropertyDescriptor(at, name) ?? {};
        if (typeof value !== "function") continue;
        for (const args of [[], ["a", "b"], [-1, 2 ** 32], [{}]]) {
          try {
            const result = (value as Callable).apply(name === "constructor" ? undefined : each, args);
            if (typeof result === "object" && result !== null && "process" in result) reached.push(`${name}: the host`);
            if (name === "getReader" && args.length === 0) found.push(result as object);
          } catch {
            // Refused, as it should be.
          }
        }
      }
    }
  }
  return reached;
}

export const callsInnerObjects = action({
  args: {},
  handler: async () => {
    const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt"]);
    const streams = [new ReadableStream(), new ReadableStream({ type: "bytes" }), new WritableStream()];
    const others = [new TransformStream(), new AbortController().signal, new Event("x"), new FormData()];
    const holders = [new Blob(["x"]), new TextDecoder("utf-16le"), key, ...streams, ...others];
    return callWrongly(holders.flatMap(innerObjects));
  },
});

/** What keys say about themselves, whether they work, and whether the one that is not extractable stays. */
export const usesKeys = action({
  args: {},
  handler: async () => {
    const { subtle } = crypto;
    const secret = await subtle.importKey("raw", new Uint8Array(32), { name: "HMAC", hash: "SHA-256" }, false, [
      "sign",
    ]);
    const signature = await subtle.sign("HMAC", secret, new Uint8Array(3));
    const exported = await subtle.exportKey("raw", secret).then(
      () => "exported",
      (error: Error) => error.name,
    );
    const ecdh = { name: "ECDH", namedCurve: "P-256" };
    const [ours, theirs] = await Promise.all([
      subtle.generateKey(ecdh, true, ["deriveBits"]),
      subtle.generateKey(ecdh, true, ["deriveBits"]),
    ]);
    const one = await subtle.deriveBits({ name: "ECDH", public: theirs.publicKey }, ours.privateKey, 256);
    const other = await subtle.deriveBits({ name: "ECDH", public: ours.publicKey }, theirs.privateKey, 256);
    return {
      keys: Reflect.ownKeys(secret).length,
      isKey: secret instanceof CryptoKey && Object.prototype.toString.call(secret) === "[object CryptoKey]",
      says: [secret.type, secret.extractable, secret.usages, secret.algorithm],
      signed: signature.byteLength,
      exported,
      agree: String(new Uint8Array(one)) === String(new Uint8Array(other)),
      jwk: (await subtle.exportKey("jwk", ours.publicKey)).crv,
    };
  },
});

export const callsItselfForEver = action({
  args: {},
  handler: async (ctx): Promise<unknown> =>
    await ctx.runAction(makeFunctionReference<"action">("mistakes:callsItselfForEver"), {}),
});
