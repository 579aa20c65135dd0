// One service and the key for it: sends requests, and turns what comes back into answers and errors. The key is in a
// closure, so that neither `console.log(client)` nor `JSON.stringify(client)` shows it.
import { AnswerError, ConnectionError, SwitchyardError, TimeoutError, isRecord, refusalOf } from "./errors.js";
import { maxRetryAfterMs, pause, reasonOf, retryAfterMs, retryDelayMs } from "./retries.js";

/** The part of `fetch` that the client needs. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface SwitchyardOptions {
  /** The HTTP-actions host of the service, such as `http://127.0.0.1:3211`. */
  baseUrl: string;
  apiKey: string;
  /** Instead of the global `fetch`. */
  fetch?: Fetch | undefined;
  /** How often a call is tried again. 5 by default, which takes up to 8 seconds. */
  maxRetries?: number | undefined;
  /** How long one try may take. 30,000 by default. */
  timeoutMs?: number | undefined;
  /** How long following a run tries to reach a service that is away. 300,000 by default. */
  reconnectMs?: number | undefined;
}

export interface CallOptions {
  /** Ends the call at once. It rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  maxRetries?: number | undefined;
  timeoutMs?: number | undefined;
  /** A write with the same key takes effect once, also over several programs. The client makes one for each call. */
  idempotencyKey?: string | undefined;
}

export interface Request {
  method: string;
  /** Below `/api/v1`, with its parameters and its query. */
  url: string;
  /** The method and the path of the row, without values, for texts of errors. */
  name: string;
  body?: string | undefined;
  headers?: Record<string, string> | undefined;
}

export interface Service {
  readonly reconnectMs: number;
  readonly timeoutMs: number;
  /** Resolves with the body of a success. Tries again what may succeed. */
  call: (request: Request, options: CallOptions) => Promise<Record<string, unknown>>;
  /** Like `call`, for an endpoint that sends the bytes of a file. */
  bytes: (request: Request, options: CallOptions) => Promise<Uint8Array<ArrayBuffer>>;
  /** Resolves with the headers of a success, and leaves the body to the caller. */
  open: (request: Request, signal: AbortSignal) => Promise<Response>;
}

export function connect(options: SwitchyardOptions): Service {
  const root = rootOf(options.baseUrl);
  const { apiKey, fetch: send, maxRetries = 5, timeoutMs = 30_000, reconnectMs = 300_000 } = options;
  // An error of `fetch` about a header has its value, so a value that it would refuse is refused here.
  if (!isHeaderValue(apiKey)) throw new TypeError("apiKey must be the text of an API key, without spaces.");

  const open = async (request: Request, signal: AbortSignal): Promise<Response> => {
    const { method, url, body, headers } = request;
    const init: RequestInit = {
      method,
      signal,
      // Another place must not get the key.
      redirect: "manual",
      headers: {
        Authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    };
    const response = await unlessLost(request, signal, () => (send ?? fetch)(`${root}/api/v1${url}`, init));
    if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
      throw new AnswerError(`${request.name}: the address redirects. Set baseUrl to the final address.`, {
        code: "ANSWER",
        status: response.status,
      });
    }
    if (response.ok) return response;
    const after = retryAfterMs(response.headers.get("Retry-After"), Date.now());
    const text = await unlessLost(request, signal, () => response.text());
    throw refusalOf(response.status, parsed(text), response.headers.get("X-Request-ID"), after);
  };

  const once = async <Answer>(
    request: Request,
    limitMs: number,
    signal: AbortSignal | undefined,
    read: (response: Response, signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> => {
    const limit = timeLimit(request.name, signal);
    limit.restart(limitMs);
    try {
      return await read(await open(request, limit.signal), limit.signal);
    } finally {
      limit.end();
    }
  };

  const persist = async <Answer>(
    request: Request,
    options: CallOptions,
    read: (response: Response, signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> => {
    const sent = withIdempotencyKey(request, options);
    for (let tries = 0; ; tries++) {
      try {
        return await once(sent, options.timeoutMs ?? timeoutMs, options.signal, read);
      } catch (error) {
        const delayMs = delayAfter(error, tries);
        if (delayMs === null || tries >= (options.maxRetries ?? maxRetries)) throw error;
        await pause(delayMs, options.signal);
      }
    }
  };

  const call: Service["call"] = (request, options) =>
    persist(request, options, async (response, signal) => {
      const body = parsed(await unlessLost(request, signal, () => response.text()));
      if (isRecord(body)) return body;
      throw new AnswerError(`${request.name}: the answer is not one of Switchyard. Is baseUrl right?`, {
        code: "ANSWER",
        status: response.status,
      });
    });

  const bytes: Service["bytes"] = (request, options) =>
    persist(request, options, async (response, signal) => {
      return new Uint8Array(await unlessLost(request, signal, () => response.arrayBuffer()));
    });

  return { call, bytes, open, reconnectMs, timeoutMs };
}

/** How long to wait before the next try. Null when no try may help. */
export function delayAfter(error: unknown, tries: number): number | null {
  if (!(error instanceof SwitchyardError) || !error.retryable) return null;
  const askedMs = error.retryAfterMs ?? 0;
  return askedMs > maxRetryAfterMs ? null : Math.max(askedMs, retryDelayMs(tries));
}

/** Every try of a write has the same key, so that the service does it once. */
function withIdempotencyKey(request: Request, { idempotencyKey }: CallOptions): Request {
  if (request.method === "GET") return request;
  const key = idempotencyKey ?? randomKey();
  if (!isHeaderValue(key)) throw new TypeError("idempotencyKey must be printable ASCII without spaces.");
  return { ...request, headers: { ...request.headers, "Idempotency-Key": key } };
}

/** `crypto.randomUUID` exists only on secure pages. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function isHeaderValue(text: unknown): boolean {
  return typeof text === "string" && /^[!-~]+$/.test(text);
}

/**
 * The base without a slash at its end, and without the path of the REST API, which people see most often. Proxies may
 * serve Switchyard below a path.
 */
function rootOf(baseUrl: string): string {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw new TypeError("baseUrl must be an address such as https://switchyard.example.");
  }
  if (
    !/^https?:$/.test(url.protocol) ||
    url.username !== "" ||
    url.password !== "" ||
    url.search !== "" ||
    url.hash !== ""
  )
    throw new TypeError("baseUrl must be an http or https address without user information and query.");
  return url.origin + url.pathname.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
}

/**
 * Rejects at once when the signal is aborted, also where `fetch` does not. Anything else that goes wrong below HTTP is
 * a lost connection.
 */
export async function unlessLost<Result>(
  { name }: Request,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  let stop = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(reasonOf(signal));
  });
  signal.addEventListener("abort", stop);
  try {
    if (signal.aborted) throw reasonOf(signal);
    return await Promise.race([work(), aborted]);
  } catch (cause) {
    if (signal.aborted) throw reasonOf(signal);
    throw connectionLost(name, cause);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

export function connectionLost(name: string, cause?: unknown): ConnectionError {
  const message = `${name}: the connection to the service failed.`;
  return new ConnectionError(message, { code: "CONNECTION", retryable: true }, { cause });
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

export interface TimeLimit {
  /** Aborts with the caller's signal, or when the time is over. */
  signal: AbortSignal;
  /** A new time begins. Without one there is no limit. */
  restart: (ms?: number) => void;
  /** Ends the request, whatever its state is. Without this call a timer and a listener would remain. */
  end: () => void;
}

/** A timer of a longer time would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/** Joins the caller's signal and a time. */
export function timeLimit(name: string, outer: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController();
  const abort = () => controller.abort(reasonOf(outer));
  let timer: ReturnType<typeof setTimeout> | undefined;
  if (outer?.aborted) abort();
  else outer?.addEventListener("abort", abort);
  const abortAfter = (leftMs: number, message: string) => {
    const end = () => {
      if (leftMs > maxTimerMs) abortAfter(leftMs - maxTimerMs, message);
      else controller.abort(new TimeoutError(message, { code: "TIMEOUT", retryable: true }));
    };
    timer = setTimeout(end, Math.min(leftMs, maxTimerMs));
  };
  return {
    signal: controller.signal,
    restart: (ms) => {
      clearTimeout(timer);
      if (ms !== undefined) abortAfter(ms, `${name}: not done within ${ms} ms.`);
    },
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", abort);
      controller.abort();
    },
  };
}
