// The shape of every response: headers that all of them carry, and bodies in the current and in the legacy envelope.
// Pure: the clock comes from the caller.
import type { ApiErrorData } from "../lib/errors";
import { statusByCode } from "../lib/errors";

/** The legacy (v1) envelopes. From `sunsetAtMs` on, asking for them has no effect. */
const legacy = { version: "1", sunsetAtMs: Date.UTC(2026, 9, 24) };

/** What a response needs to know of the request that it answers. */
export interface Exchange {
  requestId: string;
  isLegacy: boolean;
  /** Of the refusal that it was answered with, for the log. */
  code?: string;
}

export function startExchange(requestId: string, headers: Headers, nowMs: number): Exchange {
  return { requestId, isLegacy: headers.get("X-API-Version") === legacy.version && nowMs < legacy.sunsetAtMs };
}

/** `headers` are those of this refusal alone, such as `Allow`. */
export function errorResponse(exchange: Exchange, error: ApiErrorData, headers: Record<string, string> = {}): Response {
  const status = statusByCode[error.code];
  exchange.code = error.code;
  const challenge = status === 401 ? { "WWW-Authenticate": "Bearer" } : {};
  return jsonResponse(exchange, status, errorBody(exchange, error, status), { ...challenge, ...headers });
}

function errorBody(exchange: Exchange, error: ApiErrorData, status: number): unknown {
  if (exchange.isLegacy) return { error: error.message };
  const retryable = status >= 500 ? { retryable: true } : {};
  return { error: { ...retryable, ...error, requestId: exchange.requestId } };
}

/** `body` as it is, envelope and all. */
export function jsonResponse(
  exchange: Exchange,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return textResponse(exchange, status, JSON.stringify(body), headers);
}

/** `text` is the JSON of the whole body. */
export function textResponse(
  exchange: Exchange,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(text, { status, headers: { ...commonHeaders(exchange), ...headers } });
}

/** What is not JSON says so instead. */
export function commonHeaders(exchange: Exchange): Record<string, string> {
  return {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Request-ID": exchange.requestId,
    // Any origin may read: nothing but the bearer token gives access, and browsers do not send that by themselves.
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "X-Request-ID, Allow, Deprecation, Sunset, Idempotent-Replayed",
    ...(exchange.isLegacy ? { Deprecation: "true", Sunset: new Date(legacy.sunsetAtMs).toUTCString() } : {}),
  };
}
