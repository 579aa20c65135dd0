// A light `Request` class (headers.ts explains why).
import { activeRunOrNull } from "../activeRun";
import { tryToEnter } from "../pump";
import { type BodyContent, bytesOf, extractBody, WebBody } from "./body";
import { type FlatHeaders, Headers } from "./headers";

export interface RequestParts {
  method: string;
  url: string;
  headers: Readonly<FlatHeaders>;
  body: Buffer | ReadableStream<Uint8Array> | null;
  onGone?: OnGone | undefined;
}

/** Registers a listener that is called when the client goes away before it has received its answer. */
export type OnGone = (listener: () => void) => void;

/**
 * Builds the request that an HTTP action receives from what an HTTP parser has read. Throws a TypeError on a bad URL.
 */
export function createRequest({ method, url, headers, body, onGone }: RequestParts): globalThis.Request {
  const content = extractBody(body).content;
  return Request.trusted({ method, url: receivedUrl(url), headers: Headers.trusted(headers), content, onGone });
}

/** Returns the request as the class that guest code must see, also when it was made by other code. */
export function asLightRequest(request: globalThis.Request): Request {
  if (request instanceof Request) return request;
  const { method, url, body } = request;
  return Request.trusted({ method, url, headers: new Headers(request.headers), content: extractBody(body).content });
}

/** Returns the arguments with which Node's `fetch` does what that of Convex does. The body of a request moves. */
export function nativeFetchArguments(
  input: RequestInfo | URL,
  init: RequestInit,
): [globalThis.Request | string, RequestInit] {
  const method = init.method === undefined ? {} : { method: normalizedMethod(init.method) };
  const options = { ...init, ...method, ...HALF };
  if (input instanceof Request) return [input.toNative(), options];
  const { url, headers } = withoutCredentials(addressIn(input), new Headers(init.headers));
  return [url, { ...options, headers }];
}

type Options = Pick<
  RequestInit,
  "cache" | "credentials" | "integrity" | "keepalive" | "mode" | "redirect" | "referrer" | "referrerPolicy"
>;

interface RequestState {
  method: string;
  url: string;
  headers: Headers;
  content: BodyContent;
  options?: Options;
  signal?: AbortSignal | null;
  onGone?: OnGone | undefined;
}

const OPTION_NAMES = [
  "cache",
  "credentials",
  "integrity",
  "keepalive",
  "mode",
  "redirect",
  "referrer",
  "referrerPolicy",
] as const;

export class Request extends WebBody implements globalThis.Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly #options: Options;
  readonly #onGone: OnGone | undefined;
  #signal: AbortSignal | null;

  constructor(input: RequestInfo | URL, init?: RequestInit | null);
  constructor(input: RequestState);
  constructor(input: RequestInfo | URL | RequestState, init: RequestInit | null = {}) {
    const state = isState(input) ? input : stateOf(input, init ?? {});
    super(state.content);
    this.method = state.method;
    this.url = state.url;
    this.headers = state.headers;
    this.#options = state.options ?? {};
    this.#signal = state.signal ?? null;
    this.#onGone = state.onGone;
  }

  static trusted(state: RequestState): Request {
    return new Request(Object.assign(state, { [STATE]: true }));
  }

  get signal(): AbortSignal {
    this.#signal ??= this.#onGone === undefined ? new AbortController().signal : signalOf(this.#onGone);
    return this.#signal;
  }

  get cache(): RequestCache {
    return this.#options.cache ?? "default";
  }
  get credentials(): RequestCredentials {
    return this.#options.credentials ?? "same-origin";
  }
  get destination(): RequestDestination {
    return "";
  }
  get integrity(): string {
    return this.#options.integrity ?? "";
  }
  get keepalive(): boolean {
    return this.#options.keepalive ?? false;
  }
  get mode(): RequestMode {
    return this.#options.mode ?? "cors";
  }
  get redirect(): RequestRedirect {
    return this.#options.redirect ?? "follow";
  }
  get referrer(): string {
    return this.#options.referrer ?? "about:client";
  }
  get referrerPolicy(): ReferrerPolicy {
    return this.#options.referrerPolicy ?? "";
  }
  get duplex(): "half" {
    return "half";
  }
  get [Symbol.toStringTag](): string {
    return "Request";
  }

  clone(): Request {
    return Request.trusted({ ...this.#state(), headers: new Headers(this.headers), content: this.cloneContent() });
  }

  /** Returns the state for a new Request that is made from this one. The body moves to the new one. */
  passOn(): RequestState {
    return { ...this.#state(), content: this.moveContent() };
  }

  /** Returns a native Request for `fetch`. The body moves to it. */
  toNative(): globalThis.Request {
    const { content, options, method } = this.passOn();
    const body = nativeBody(content);
    const { url, headers } = withoutCredentials(this.url, this.headers);
    return new globalThis.Request(url, { method, headers, ...options, signal: this.signal, body, ...HALF });
  }

  #state(): Omit<RequestState, "content"> {
    return {
      method: this.method,
      url: this.url,
      headers: this.headers,
      options: this.#options,
      signal: this.#signal,
      onGone: this.#onGone,
    };
  }
}

/**
 * Makes the signal only when code asks for it, because little code does. Code that waits for the signal waits for
 * something that the engine does not see coming.
 */
function signalOf(onGone: OnGone): AbortSignal {
  const controller = new AbortController();
  const run = activeRunOrNull();
  run?.expectCalls();
  onGone(() => {
    if (run === null) controller.abort();
    else if (!run.isClosed) tryToEnter(run, () => controller.abort());
  });
  return controller.signal;
}

/** Node demands this option for a body that is a stream. The type of the DOM does not have it. */
const HALF = { duplex: "half" } as const;

const STATE = Symbol("state");

function isState(input: RequestInfo | URL | RequestState): input is RequestState {
  return typeof input === "object" && STATE in input;
}

/** Node's fetch refuses addresses with a name and a password. They become the header that they mean. */
function withoutCredentials(text: string, headers: Headers): { url: string; headers: Headers } {
  const url = new URL(text);
  if (url.username === "" && url.password === "") return { url: text, headers };
  const authorization = `Basic ${btoa(`${decodedBytes(url.username)}:${decodedBytes(url.password)}`)}`;
  url.username = "";
  url.password = "";
  const own = new Headers(headers);
  if (!own.has("authorization")) own.set("authorization", authorization);
  return { url: url.href, headers: own };
}

/** Returns one character for each byte. Unlike decodeURIComponent it accepts a lone "%". */
function decodedBytes(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function nativeBody(content: BodyContent): BodyInit | null {
  switch (content.kind) {
    case "none":
      return null;
    case "text":
      return content.text;
    case "bytes":
      return bytesOf(content);
    case "native":
      return content.carrier.body;
  }
}

function stateOf(input: RequestInfo | URL, init: RequestInit): RequestState {
  const base = input instanceof Request ? inherited(input, init) : newState(input);
  const method = init.method === undefined ? base.method : normalizedMethod(init.method);
  const { content, type } =
    init.body === undefined || init.body === null ? { content: base.content, type: null } : extractBody(init.body);
  if (content.kind !== "none" && (method === "GET" || method === "HEAD")) {
    throw new TypeError("Request with GET/HEAD method cannot have body.");
  }
  const headers = new Headers(init.headers ?? base.headers);
  if (type !== null && !headers.has("content-type")) headers.set("content-type", type);
  const signal = init.signal === undefined ? (base.signal ?? null) : init.signal;
  return { method, url: base.url, headers, content, options: optionsOf(init, base.options), signal };
}

/** If the new request has a body of its own, the old request keeps its body. */
function inherited(request: Request, init: RequestInit): RequestState {
  if (init.body === undefined || init.body === null) return request.passOn();
  return Request.prototype.passOn.call(request.bodyUsed ? request : request.clone());
}

function addressIn(input: RequestInfo | URL): string {
  return urlOf(typeof input === "object" && "url" in input ? input.url : String(input)).href;
}

function newState(input: Exclude<RequestInfo, Request> | URL): RequestState {
  return { method: "GET", url: addressIn(input), headers: new Headers(), content: { kind: "none" } };
}

/** A scheme, a host and a plain path. Parsing would not change such a URL. */
const PLAIN_URL = /^(https?:\/\/[^/]+\/)[\w~/&=-]*(?:\?[\w~/&=-]*)?$/;
/** The origin that was parsed last. Hardly any server has more than one. */
let plainOrigin = "";

/** Parsing a URL takes longer than everything else that a short request needs, so plain URLs are not parsed. */
function receivedUrl(text: string): string {
  const origin = PLAIN_URL.exec(text)?.[1];
  if (origin === undefined) return parsedUrl(text);
  if (origin !== plainOrigin) {
    if (parsedUrl(origin) !== origin) return parsedUrl(text);
    plainOrigin = origin;
  }
  return text;
}

function parsedUrl(text: string): string {
  const url = urlOf(text);
  if (url.username || url.password) {
    throw new TypeError(`Request cannot be constructed from a URL that includes credentials: ${text}`);
  }
  return url.href;
}

function urlOf(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw new TypeError(`Failed to parse URL from ${text}`);
  }
}

const NORMALIZED_METHODS = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]);
const FORBIDDEN_METHODS = new Set(["CONNECT", "TRACE", "TRACK"]);

function normalizedMethod(value: unknown): string {
  const method = String(value);
  const upper = method.toUpperCase();
  if (NORMALIZED_METHODS.has(upper)) return upper;
  if (FORBIDDEN_METHODS.has(upper) || !/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(method)) {
    throw new TypeError(`'${method}' is not a valid HTTP method.`);
  }
  return method;
}

function optionsOf(init: RequestInit, inheritedOptions: Options = {}): Options {
  const options: Record<string, unknown> = { ...inheritedOptions };
  for (const name of OPTION_NAMES) {
    if (init[name] !== undefined) options[name] = init[name];
  }
  return options;
}
