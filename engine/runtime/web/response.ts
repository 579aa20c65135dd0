// A light `Response` class (headers.ts explains why). It accepts what that of Convex accepts.
import { type BodyContent, extractBody, WebBody } from "./body";
import { type FlatHeaders, Headers } from "./headers";

export interface ResponseParts {
  status: number;
  statusText: string;
  headers: FlatHeaders;
  body: Uint8Array | string | ReadableStream<Uint8Array> | null;
}

/** Returns what a server needs to send the response. The body moves, so the response cannot be read afterwards. */
export function responseParts(response: globalThis.Response): ResponseParts {
  const { status, statusText } = response;
  if (!(response instanceof Response)) {
    return { status, statusText, headers: [...response.headers].flat(), body: response.body };
  }
  return { status, statusText, headers: Headers.flat(response.headers), body: response.moveBody() };
}

interface ResponseState {
  status: number;
  statusText: string;
  headers: Headers;
  content: BodyContent;
  url?: string;
  redirected?: boolean;
  type?: ResponseType;
}

const STATE = Symbol("state");

export class Response extends WebBody implements globalThis.Response {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly url: string;
  readonly redirected: boolean;
  readonly type: ResponseType;

  constructor(body?: BodyInit | null, init?: ResponseInit | null);
  constructor(state: ResponseState);
  constructor(body?: BodyInit | ResponseState | null, init: ResponseInit | null = {}) {
    const state = isState(body) ? body : stateOf(body, init ?? {});
    super(state.content);
    this.status = state.status;
    this.statusText = state.statusText;
    this.headers = state.headers;
    this.url = state.url ?? "";
    this.redirected = state.redirected ?? false;
    this.type = state.type ?? "default";
  }

  static #of(state: ResponseState): Response {
    return new Response(Object.assign(state, { [STATE]: true }));
  }

  /** Makes a Response from the native one that `fetch` returned. */
  static fromNative(native: globalThis.Response): Response {
    const { status, statusText, url, redirected, type } = native;
    const content: BodyContent = native.body === null ? { kind: "none" } : { kind: "native", carrier: native };
    return Response.#of({
      status,
      statusText,
      url,
      redirected,
      type,
      headers: new Headers(native.headers),
      content,
    });
  }

  static json(data: unknown, init?: ResponseInit | null): Response {
    const text: string | undefined = JSON.stringify(data);
    if (text === undefined) throw new TypeError("Value is not JSON serializable");
    const response = new Response(text, init);
    response.headers.set("content-type", "application/json");
    return response;
  }

  /** The address may be relative. The client knows what to. */
  static redirect(url: string | URL, status = 302): Response {
    return new Response(null, { status, headers: { location: typeof url === "string" ? url : url.href } });
  }

  static error(): Response {
    return new Response(null, { status: 500 });
  }

  get ok(): boolean {
    return this.status >= 200 && this.status <= 299;
  }

  get [Symbol.toStringTag](): string {
    return "Response";
  }

  clone(): Response {
    const { status, statusText, url, redirected, type } = this;
    const headers = new Headers(this.headers);
    return Response.#of({ status, statusText, url, redirected, type, headers, content: this.cloneContent() });
  }

  moveBody(): ResponseParts["body"] {
    const content = this.moveContent();
    switch (content.kind) {
      case "none":
        return null;
      case "text":
        return content.text;
      case "bytes":
        return content.bytes;
      case "native":
        return content.carrier.body;
    }
  }
}

function isState(body: BodyInit | ResponseState | null | undefined): body is ResponseState {
  return typeof body === "object" && body !== null && STATE in body;
}

function stateOf(body: BodyInit | null | undefined, init: ResponseInit): ResponseState {
  const givenStatus: unknown = init.status ?? 200;
  const status = Number(givenStatus);
  const statusText = init.statusText ?? "";
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
  }
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (/[^\t\x20-\x7e\x80-\xff]/.test(statusText)) throw new TypeError("Invalid statusText");
  const { content, type } = extractBody(body);
  const headers = new Headers(init.headers);
  if (type !== null && !headers.has("content-type")) headers.set("content-type", type);
  return { status, statusText, headers, content };
}
