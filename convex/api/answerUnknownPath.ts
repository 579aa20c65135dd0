// Answers 404 for paths and methods that no other handler takes. The platform's own 404 would have neither a request id
// nor the error envelope, or the plain sentence that callers of the callback expect.
import { apiError, statusByCode } from "../lib/errors";
import { errorResponse, jsonResponse } from "./envelope";
import type { Exchange } from "./envelope";

const callback = "/job/callback";

/** The handlers of one path in http.ts, by the method that they take. */
const methods: ReadonlyMap<string, string> = new Map([
  ["/healthz", "GET"],
  ["/idp/webhook", "POST"],
  [callback, "POST"],
]);

export function answerUnknownPath(exchange: Exchange, request: Request): Response {
  const { pathname } = new URL(request.url);
  const method = methods.get(pathname);
  if (method === undefined) return notFoundResponse(exchange, `There is nothing at ${pathname}.`);
  const words = `${pathname} has no ${request.method}; allowed: ${method}.`;
  const headers = { Allow: method };
  if (pathname !== callback) return notFoundResponse(exchange, words, headers);
  exchange.code = "NOT_FOUND";
  return jsonResponse(exchange, statusByCode.NOT_FOUND, { error: words }, headers);
}

function notFoundResponse(exchange: Exchange, words: string, headers: Record<string, string> = {}): Response {
  return errorResponse(exchange, apiError("NOT_FOUND", words).data, headers);
}
