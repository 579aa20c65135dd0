// `CryptoKey`. Node's own keys show the objects that hold them, by which code could read a key that is not extractable
// or end the process. So guest code has keys of this class, and Node's are known only here.
import type { webcrypto } from "node:crypto";
import { types } from "node:util";
import { guestStructuredClone } from "./clone";

interface Content {
  native: webcrypto.CryptoKey;
  /** What the key has said about itself. It is the same object each time, and Node does not read it. */
  said: { algorithm?: unknown; usages?: unknown };
}

const contents = new WeakMap<object, Content>();

function contentOf(key: object): Content {
  const content = contents.get(key);
  if (content === undefined) throw new TypeError("Illegal invocation");
  return content;
}

function sayOf(key: object, name: "algorithm" | "usages"): unknown {
  const { native, said } = contentOf(key);
  return (said[name] ??= guestStructuredClone(native[name]));
}

export class CryptoKey {
  constructor() {
    throw new TypeError("Illegal constructor");
  }
  get type(): string {
    return contentOf(this).native.type;
  }
  get extractable(): boolean {
    return contentOf(this).native.extractable;
  }
  get algorithm(): unknown {
    return sayOf(this, "algorithm");
  }
  get usages(): unknown {
    return sayOf(this, "usages");
  }
  get [Symbol.toStringTag](): string {
    return "CryptoKey";
  }
}

function keyOf(native: webcrypto.CryptoKey): object {
  const key: object = Object.create(CryptoKey.prototype) as object;
  contents.set(key, { native, said: {} });
  return key;
}

/** Returns what guest code receives for a result of Node: keys, and pairs of keys, have this class. */
export function withGuestKeys(result: unknown): unknown {
  if (typeof result !== "object" || result === null) return result;
  if (types.isCryptoKey(result)) return keyOf(result);
  if (!("publicKey" in result && "privateKey" in result)) return result;
  return { publicKey: withGuestKeys(result.publicKey), privateKey: withGuestKeys(result.privateKey) };
}

/** Returns what Node receives for an argument of guest code. */
export function withNativeKeys(argument: unknown): unknown {
  if (typeof argument !== "object" || argument === null) return argument;
  return contents.get(argument)?.native ?? withNativePublic(argument);
}

/** Two parties agree on a secret by an algorithm that names the other's key. */
function withNativePublic(algorithm: object): object {
  if (ArrayBuffer.isView(algorithm)) return algorithm;
  const other: unknown = Reflect.get(algorithm, "public");
  const native = typeof other === "object" && other !== null ? contents.get(other)?.native : undefined;
  return native === undefined ? algorithm : { name: Reflect.get(algorithm, "name") as unknown, public: native };
}
