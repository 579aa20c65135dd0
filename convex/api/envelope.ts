// The shape of every response: the headers that all responses carry, and the body in the current or the legacy
// envelope. errorResponse.ts has the body of a refusal. This file is pure: callers pass the time.

/** Clients could ask for the envelopes of version 1. From `sunsetAtMs` on the server ignores that request. */
const legacy = { version: "1", sunsetAtMs: Date.UTC(2026, 9, 24) };

export interface Exchange {
  requestId: string;
  isLegacy: boolean;
  /** The code of the refusal, if the request was refused: the log reports it. */
  code?: string;
  /** Headers of the response that say what the key has left of a limit. */
  headers?: Record<string, string>;
}

export function startExchange(requestId: string, headers: Headers, nowMs: number): Exchange {
  return { requestId, isLegacy: headers.get("X-API-Version") === legacy.version && nowMs < legacy.sunsetAtMs };
}

/** `body` is the whole body, envelope included. */
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

/** A response that is not JSON overwrites `Content-Type`. */
export function commonHeaders(exchange: Exchange): Record<string, string> {
  return {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Request-ID": exchange.requestId,
    // Any web site may read responses: access needs the bearer token, which browsers never send by themselves.
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers":
      "X-Request-ID, Allow, Deprecation, Sunset, Idempotent-Replayed, Retry-After, RateLimit, RateLimit-Policy",
    ...exchange.headers,
    ...(exchange.isLegacy ? { Deprecation: "true", Sunset: new Date(legacy.sunsetAtMs).toUTCString() } : {}),
  };
}

// Endpoints return JSON text. As a value, a result would be converted to Convex's own JSON and back and then serialised
// again, which took longer than the query itself.

declare const written: unique symbol;

/** The JSON text of a `Value`. The parameter exists only for the compiler. */
export type JsonText<Value> = string & { readonly [written]?: Value };

export function toJsonText<Value>(value: Value): JsonText<Value> {
  return JSON.stringify(value);
}

/** Parses the text as a client would: fields that were undefined are missing. */
export function fromJsonText<Value>(text: JsonText<Value>): Value {
  return JSON.parse(text) as Value;
}
