// A light `Headers` class. With the native one, most of the time of a short request would go into headers.

import { memoryLimits } from "../../memoryLimits";

type HeaderPairs = [string, string][];
/** Headers as a list in which names and values alternate, as in node:http. */
export type FlatHeaders = string[];

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const SURROUNDING_WHITESPACE = /^[\t\n\r ]+|[\t\n\r ]+$/g;
/** Values without special characters, which need no further check. */
const PLAIN_VALUE = /^[!-~](?:[ -~]*[!-~])?$/;
// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const FORBIDDEN_IN_VALUE = /[\0\r\n]/;

export class Headers implements globalThis.Headers {
  /** Values by lower-case name. Repeated values are joined, except for cookies. */
  #values = new Map<string, string>();
  #cookies: string[] = [];
  /** The headers in the order of iteration. null after a change. */
  #pairs: HeaderPairs | null = null;

  constructor(init?: HeadersInit | null) {
    if (init === undefined || init === null) return;
    if (typeof init !== "object") throw new TypeError("Headers constructor: init is neither a sequence nor a record.");
    if (init instanceof Headers) this.#copy(init);
    else if (Symbol.iterator in init) this.#appendPairs(init);
    else for (const name of Object.keys(init)) this.append(name, init[name] ?? "undefined");
  }

  /** Makes headers from names and values that an HTTP parser has already checked. */
  static trusted(flat: Readonly<FlatHeaders>): Headers {
    const headers = new Headers();
    for (let index = 0; index < flat.length; index += 2) headers.#add(keyOf(flat[index] ?? ""), flat[index + 1] ?? "");
    return headers;
  }

  /** Returns names and values in the order in which they were set. Only iteration sorts them. */
  static flat(headers: Headers): FlatHeaders {
    const flat: FlatHeaders = [];
    for (const [name, value] of headers.#values) flat.push(name, value);
    for (const cookie of headers.#cookies) flat.push("set-cookie", cookie);
    return flat;
  }

  append(name: string, value: string): void {
    this.#add(this.#writable(name), normalized(value));
  }

  delete(name: string): void {
    const key = this.#writable(name);
    if (key === "set-cookie") this.#cookies = [];
    else this.#values.delete(key);
  }

  get(name: string): string | null {
    const key = checkedName(name);
    if (key !== "set-cookie") return this.#values.get(key) ?? null;
    return this.#cookies.length > 0 ? this.#cookies.join(", ") : null;
  }

  getSetCookie(): string[] {
    return [...this.#cookies];
  }

  has(name: string): boolean {
    const key = checkedName(name);
    return key === "set-cookie" ? this.#cookies.length > 0 : this.#values.has(key);
  }

  set(name: string, value: string): void {
    const key = this.#writable(name);
    if (key === "set-cookie") this.#cookies = [normalized(value)];
    else this.#values.set(key, normalized(value));
  }

  forEach(callback: (value: string, name: string, parent: globalThis.Headers) => void, thisArg?: unknown): void {
    if (typeof callback !== "function") throw new TypeError("Headers.forEach: the callback is not a function.");
    for (const [name, value] of this) Reflect.apply(callback, thisArg, [value, name, this]);
  }

  *entries(): HeadersIterator<[string, string]> {
    // Reads one entry at a time by position, so that changes during the iteration are seen as the standard demands.
    for (let index = 0; ; index++) {
      this.#pairs ??= this.#sorted();
      const pair = this.#pairs[index];
      if (!pair) return undefined;
      yield pair;
    }
  }

  *keys(): HeadersIterator<string> {
    for (const [name] of this.entries()) yield name;
    return undefined;
  }

  *values(): HeadersIterator<string> {
    for (const [, value] of this.entries()) yield value;
    return undefined;
  }

  [Symbol.iterator](): HeadersIterator<[string, string]> {
    return this.entries();
  }

  get [Symbol.toStringTag](): string {
    return "Headers";
  }

  #copy(other: Headers): void {
    this.#values = new Map(other.#values);
    this.#cookies = [...other.#cookies];
  }

  #appendPairs(pairs: Iterable<Iterable<string>>): void {
    for (const pair of pairs) {
      const [name, value, ...rest] = [...pair];
      if (name === undefined || value === undefined || rest.length > 0) {
        throw new TypeError("Headers constructor: expected name/value pair to be length 2.");
      }
      this.append(name, value);
    }
  }

  #writable(name: string): string {
    const key = checkedName(name);
    this.#pairs = null;
    return key;
  }

  #add(key: string, value: string): void {
    if (key === "set-cookie") {
      this.#cookies.push(value);
      return;
    }
    const former = this.#values.get(key);
    this.#values.set(key, former === undefined ? value : `${former}, ${value}`);
  }

  #sorted(): HeaderPairs {
    const pairs: HeaderPairs = [...this.#values];
    for (const cookie of this.#cookies) pairs.push(["set-cookie", cookie]);
    return pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  }
}

function checkedName(name: unknown): string {
  const text = String(name);
  const known = keys.get(text);
  if (known !== undefined) return known;
  if (!TOKEN.test(text)) throw new TypeError(`Headers: ${JSON.stringify(text)} is an invalid header name.`);
  return keyOf(text);
}

const MAX_KNOWN_LENGTH = 64;
/** The name in both spellings, and what the map needs. */
const MAX_BYTES_OF_NAME = 4 * MAX_KNOWN_LENGTH + 128;
const MAX_KNOWN_NAMES = Math.floor(memoryLimits.headerNames / MAX_BYTES_OF_NAME);
/**
 * The keys of valid names, in every spelling seen so far. Clients choose the names, so their number and length are
 * bounded.
 */
const keys = new Map<string, string>();

function keyOf(name: string): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = name.toLowerCase();
  if (keys.size < MAX_KNOWN_NAMES && name.length <= MAX_KNOWN_LENGTH) keys.set(name, key);
  return key;
}

function normalized(value: unknown): string {
  const text = String(value);
  if (PLAIN_VALUE.test(text)) return text;
  const trimmed = text.replaceAll(SURROUNDING_WHITESPACE, "");
  if (FORBIDDEN_IN_VALUE.test(trimmed))
    throw new TypeError(`Headers: ${JSON.stringify(text)} is an invalid header value.`);
  for (let index = 0; index < trimmed.length; index++) {
    if (trimmed.charCodeAt(index) > 255) {
      throw new TypeError(
        `Cannot convert header value to a ByteString: the character at index ${index} is greater than 255.`,
      );
    }
  }
  return trimmed;
}
