// `crypto`: its randomness comes from the run. The rest is Node's WebCrypto.
import { hash, webcrypto } from "node:crypto";
import { activeRun } from "../activeRun";
import type { Run } from "../run";
import { withGuestKeys, withNativeKeys } from "./cryptoKey";

const QUOTA_BYTES = 65_536;
const NO_TRUE_RANDOMNESS =
  "Can't use cryptographic randomness in queries and mutations. Please consider using an action. " +
  "See https://docs.convex.dev/functions/actions for more details.";

function getRandomValues<T extends ArrayBufferView>(array: T): T {
  const randomness = activeRun().randomness();
  if (randomness === null || !isIntegerArray(array) || array.byteLength > QUOTA_BYTES) {
    return webcrypto.getRandomValues(array as never);
  }
  randomness.fillBytes(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  return array;
}

function isIntegerArray(array: ArrayBufferView): boolean {
  return !/^\[object (?:DataView|Float)/.test(Object.prototype.toString.call(array));
}

function randomUUID(): string {
  const randomness = activeRun().randomness();
  if (randomness === null) return webcrypto.randomUUID();
  const bytes = Buffer.alloc(16);
  randomness.fillBytes(bytes);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

type SubtleOperation = (...args: unknown[]) => Promise<unknown>;

/** wrapKey and unwrapKey do not exist on Convex either. */
const OPERATIONS = [
  "decrypt",
  "deriveBits",
  "deriveKey",
  "digest",
  "encrypt",
  "exportKey",
  "generateKey",
  "importKey",
  "sign",
  "verify",
] as const;

/** Returns whether the result depends on randomness that no seed determines. */
function drawsRandomness(operation: string, algorithm: unknown): boolean {
  if (operation === "generateKey") return true;
  const name = nameOf(algorithm);
  if (operation === "encrypt") return name === "RSA-OAEP";
  return operation === "sign" && (name === "RSA-PSS" || name === "ECDSA");
}

function nameOf(algorithm: unknown): string {
  const name = typeof algorithm === "object" && algorithm !== null && "name" in algorithm ? algorithm.name : algorithm;
  return String(name).toUpperCase();
}

/**
 * Node works at these operations in four threads, which files and names of hosts need too. So at most two slow ones
 * run at the same time, and none takes more than a few seconds.
 */
const SLOW_AT_ONCE = 2;
const MAX_ITERATIONS = 10_000_000;
const BITS_OF_ROUND = 512;
const MAX_MODULUS_LENGTH = 4096;
let slowRunning = 0;
const slowWaiting: (() => void)[] = [];

function isSlow(operation: string, algorithm: unknown): boolean {
  return operation === "deriveBits" || operation === "deriveKey"
    ? nameOf(algorithm) === "PBKDF2"
    : operation === "generateKey" && nameOf(algorithm).startsWith("RSA");
}

/** Returns a copy of the members that decide how slow it is, which code cannot change any more. */
function copyOf(given: object, names: readonly string[]): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name of names) {
    const value: unknown = Reflect.get(given, name);
    if (value !== undefined) copy[name] = NUMBERS.has(name) ? Number(value) : value;
  }
  return copy;
}

/** The usages of a generated key. */
const isList = (value: object): boolean => Symbol.iterator in value;

const NUMBERS = new Set(["iterations", "modulusLength", "length"]);

/** Returns the arguments of a slow operation. Throws when it is too slow. */
function boundedArguments(algorithm: object, args: unknown[]): unknown[] {
  const copy = copyOf(algorithm, ["name", "hash", "salt", "iterations", "modulusLength", "publicExponent"]);
  const derived: unknown = args[2];
  const isOfKey = typeof derived === "object" && derived !== null && !isList(derived);
  const size = isOfKey ? copyOf(derived, ["name", "hash", "length", "namedCurve"]) : derived;
  const bits = Number((typeof size === "object" && size !== null ? Reflect.get(size, "length") : size) ?? 0);
  if (Number(copy["modulusLength"] ?? 0) > MAX_MODULUS_LENGTH) {
    throw new DOMException(`modulusLength may be at most ${MAX_MODULUS_LENGTH} here`, "OperationError");
  }
  if (Number(copy["iterations"] ?? 0) * Math.max(1, bits / BITS_OF_ROUND) > MAX_ITERATIONS) {
    throw new DOMException(`iterations may be at most ${MAX_ITERATIONS} here, for 512 bits`, "OperationError");
  }
  return [copy, args[1], ...(args.length > 2 ? [size, ...args.slice(3)] : [])];
}

async function inSlowTurn(work: () => Promise<unknown>): Promise<unknown> {
  if (slowRunning >= SLOW_AT_ONCE) await new Promise<void>((resolve) => slowWaiting.push(resolve));
  else slowRunning++;
  try {
    return await work();
  } finally {
    const next = slowWaiting.shift();
    if (next) next();
    else slowRunning--;
  }
}

function slowly(run: Run, args: unknown[], perform: (args: unknown[]) => Promise<unknown>): Promise<unknown> {
  const [algorithm] = args;
  try {
    if (typeof algorithm !== "object" || algorithm === null) return run.adopt(perform(args));
    const bounded = boundedArguments(algorithm, args);
    return run.adopt(inSlowTurn(() => (run.isClosed ? Promise.resolve(undefined) : perform(bounded))));
  } catch (error) {
    return run.guest.realm.Promise.reject(error);
  }
}

function guarded(operation: (typeof OPERATIONS)[number]): SubtleOperation {
  const perform: (...args: never[]) => Promise<unknown> = webcrypto.subtle[operation];
  return (...args) => {
    const run = activeRun();
    if (drawsRandomness(operation, args[0]) && run.randomness() !== null) {
      return run.guest.realm.Promise.reject(new TypeError(NO_TRUE_RANDOMNESS));
    }
    const start = async (given: unknown[]) =>
      withGuestKeys(await Reflect.apply(perform, webcrypto.subtle, given.map(withNativeKeys)));
    return isSlow(operation, args[0]) ? slowly(run, args, start) : run.adopt(start(args));
  };
}

const HASHES = new Map([
  ["SHA-1", "sha1"],
  ["SHA-256", "sha256"],
  ["SHA-384", "sha384"],
  ["SHA-512", "sha512"],
]);
/** Hashing this many bytes takes less time than handing them to another thread and waiting. */
const HASHED_AT_ONCE_BYTES = 64 * 1024;

/** Hashes short input at once, so that a function which hashes a key continues without a pause. */
function digest(...args: unknown[]): Promise<unknown> {
  const [algorithm, data] = args;
  const name = HASHES.get(nameOf(algorithm));
  const bytes = bytesOf(data);
  if (name === undefined || bytes === null || bytes.byteLength > HASHED_AT_ONCE_BYTES) return digestElsewhere(...args);
  return activeRun().guest.realm.Promise.resolve(bufferOf(hash(name, bytes, "binary")));
}

/** Most of the time of a short digest goes into its buffer. So only one is made, and none for the result of Node. */
function bufferOf(binary: string): ArrayBuffer {
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes.buffer;
}

function bytesOf(data: unknown): Uint8Array | null {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : null;
}

const digestElsewhere = guarded("digest");

/** A class that nobody can construct. It exists because code uses it with `instanceof`. */
function unmakeable(name: string): new () => object {
  const made = class {
    constructor() {
      throw new TypeError("Illegal constructor");
    }
    get [Symbol.toStringTag](): string {
      return name;
    }
  };
  Object.defineProperty(made, "name", { value: name });
  return made;
}

export const Crypto = unmakeable("Crypto");
export const SubtleCrypto = unmakeable("SubtleCrypto");

function of<Content extends object>(kind: new () => object, content: Content): Content {
  return Object.assign(Object.create(kind.prototype as object) as object, content);
}

const subtle = of(SubtleCrypto, {
  ...Object.fromEntries(OPERATIONS.map((operation) => [operation, guarded(operation)])),
  digest,
});

export interface GuestCrypto {
  subtle: Record<string, SubtleOperation>;
  getRandomValues: typeof getRandomValues;
  randomUUID: typeof randomUUID;
}

export function guestCrypto(): GuestCrypto {
  return of(Crypto, { subtle, getRandomValues, randomUUID });
}
