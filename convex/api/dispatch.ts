// The way of a REST request: credential, route, shape, one transaction, envelope. What is wrong with a request is
// reported in that order, whatever else is wrong with it.
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { bearerToken } from "../apiKeys/credential";
import { sha256Hex } from "../lib/hashing";
import { routesNear } from "./areas";
import { errorResponse, jsonResponse, successResponse } from "./envelope";
import type { Exchange } from "./envelope";
import { apiError, invalid } from "./errors";
import type { ApiError } from "./errors";
import { matchRoute } from "./match";
import type { Route } from "./routes";

/** What is to be done once the credential has turned out to be good. */
type Plan =
  | { kind: "call"; route: Route }
  | { kind: "refuse"; error: ApiError; scope: Route["scope"] | null; headers: Record<string, string> };

export async function dispatch(ctx: ActionCtx, request: Request, exchange: Exchange): Promise<Response> {
  if (request.method === "OPTIONS") return preflightResponse(exchange);
  const keyHash = await sha256Hex(bearerToken(request.headers));
  const plan = await planRequest(request.method, new URL(request.url));
  if (plan.kind === "refuse") {
    // Nothing is called, but the credential is still what is looked at first.
    await ctx.runQuery(internal.apiKeys.endpoints.check, { credential: { keyHash, scope: plan.scope }, input: {} });
    return errorResponse(exchange, plan.error.data, plan.headers);
  }
  const { endpoint, scope } = plan.route;
  return successResponse(exchange, await ctx.runQuery(endpoint, { credential: { keyHash, scope }, input: {} }));
}

async function planRequest(method: string, url: URL): Promise<Plan> {
  const path = url.pathname.slice("/api/v1".length);
  const match = matchRoute(await routesNear(path), method, path);
  switch (match.kind) {
    case "unknownPath":
      return refuse(apiError("NOT_FOUND", `There is nothing at ${url.pathname}.`), null);
    case "otherMethod": {
      const allowed = match.allowed.join(", ");
      const error = apiError("NOT_FOUND", `${url.pathname} does not take ${method}; allowed: ${allowed}.`);
      return refuse(error, null, { Allow: allowed });
    }
    case "route": {
      const [unknown] = url.searchParams.keys();
      if (unknown === undefined) return { kind: "call", route: match.route };
      return refuse(invalid(unknown, `${unknown} is not a parameter of this request.`), match.route.scope);
    }
  }
}

function refuse(error: ApiError, scope: Route["scope"] | null, headers: Record<string, string> = {}): Plan {
  return { kind: "refuse", error, scope, headers };
}

/** Browsers ask before they send a request with a bearer token; every origin may. */
function preflightResponse(exchange: Exchange): Response {
  return jsonResponse(
    exchange,
    200,
    {},
    {
      "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, DELETE, OPTIONS",
      "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, X-API-Version",
      "Access-Control-Max-Age": "86400",
    },
  );
}
