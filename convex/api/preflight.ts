// Answers preflight requests of browsers, which alone load this file.
import { jsonResponse } from "./envelope";
import type { Exchange } from "./envelope";

/** A browser asks before it sends a bearer token to another origin. Every origin is allowed. */
export function preflightResponse(exchange: Exchange): Response {
  const headers = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, DELETE, OPTIONS",
    "Access-Control-Allow-Headers":
      "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, X-API-Version, MCP-Protocol-Version, Mcp-Method, Mcp-Name",
    "Access-Control-Max-Age": "86400",
  };
  return jsonResponse(exchange, 200, {}, headers);
}
