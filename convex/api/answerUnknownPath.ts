// Answers 404 for paths and methods that no other handler takes. The 404 of the platform would have neither a request
// id nor the error envelope, or the plain sentence that callers of the callback expect.
import type { ActionCtx } from "../_generated/server";
import { apiError, statusByCode } from "../lib/errors";
import { jsonResponse } from "./envelope";
import type { Exchange } from "./envelope";
import { errorResponse } from "./errorResponse";

const callback = "/job/callback";

/** The handlers of one path, by the method that they take. */
const methods: ReadonlyMap<string, string> = new Map([
  ["/healthz", "GET"],
  ["/idp/webhook", "POST"],
  [callback, "POST"],
  ["/api/v1/openapi.json", "GET"],
  ["/docs", "GET"],
]);

export async function receive(_ctx: ActionCtx, request: Request, exchange: Exchange): Promise<Response> {
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
