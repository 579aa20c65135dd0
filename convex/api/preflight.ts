// Loaded by preflight requests.
import { jsonResponse } from "./envelope";
import type { Exchange } from "./envelope";

/** Browsers ask before they send a request with a bearer token; every origin may. */
export function preflightResponse(exchange: Exchange): Response {
  const headers = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, X-API-Version",
    "Access-Control-Max-Age": "86400",
  };
  return jsonResponse(exchange, 200, {}, headers);
}
