// The way of a REST request: credential, route, shape, one transaction, envelope. What is wrong with a request is
// reported in that order, whatever else is wrong with it.
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { bearerToken } from "../apiKeys/credential";
import type { Scope } from "../apiKeys/scopes";
import { sha256Hex } from "../lib/hashing";
import { routesNear } from "./areas";
import type { Credential } from "./builders";
import { errorResponse, jsonResponse, successResponse } from "./envelope";
import type { Exchange } from "./envelope";
import { apiError, invalid, refusalOf } from "./errors";
import type { ApiErrorData } from "./errors";
import { matchRoute } from "./match";
import type { Route } from "./routes";

/** The one transaction of a request. */
type Work = (ctx: ActionCtx, credential: Credential) => Promise<unknown>;

/** What is to be done once the credential has turned out to be good. */
type Plan =
  | { kind: "work"; scope: Scope; work: Work }
  | { kind: "refuse"; scope: Scope | null; error: ApiErrorData; headers: Record<string, string> };

export async function dispatch(ctx: ActionCtx, request: Request, exchange: Exchange): Promise<Response> {
  if (request.method === "OPTIONS") return preflightResponse(exchange);
  const keyHash = await sha256Hex(bearerToken(request.headers));
  const plan = await planRequest(request);
  const credential = { keyHash, scope: plan.scope };
  switch (plan.kind) {
    case "work":
      return successResponse(exchange, await plan.work(ctx, credential));
    case "refuse":
      // There is nothing to do, but the credential is still what is looked at first.
      await ctx.runQuery(internal.apiKeys.endpoints.check, { credential, input: {} });
      return errorResponse(exchange, plan.error, plan.headers);
  }
}

async function planRequest(request: Request): Promise<Plan> {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.slice("/api/v1".length);
  const match = matchRoute(await routesNear(path), request.method, path);
  switch (match.kind) {
    case "unknownPath":
      return refuse(null, apiError("NOT_FOUND", `There is nothing at ${pathname}.`).data);
    case "otherMethod": {
      const allowed = match.allowed.join(", ");
      const error = apiError("NOT_FOUND", `${pathname} does not take ${request.method}; allowed: ${allowed}.`);
      return refuse(null, error.data, { Allow: allowed });
    }
    case "route":
      return await planWork(match.route, request, searchParams);
  }
}

async function planWork(route: Route, request: Request, parameters: URLSearchParams): Promise<Plan> {
  try {
    const [unknown] = parameters.keys();
    if (unknown !== undefined) throw invalid(unknown, `${unknown} is not a parameter of this request.`);
    return { kind: "work", scope: route.scope, work: await readRequest(route, request) };
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    if (refusal === null) throw thrown;
    return refuse(route.scope, refusal);
  }
}

/** Throws VALIDATION. */
async function readRequest(route: Route, request: Request): Promise<Work> {
  switch (route.method) {
    case "GET":
      return (ctx, credential) => ctx.runQuery(route.endpoint, { credential, input: {} });
    case "POST": {
      const { readBody } = await import("./body");
      const input = await readBody(request, route.body);
      return (ctx, credential) => ctx.runMutation(route.endpoint, { credential, input });
    }
  }
}

function refuse(scope: Scope | null, error: ApiErrorData, headers: Record<string, string> = {}): Plan {
  return { kind: "refuse", scope, error, headers };
}

/** Browsers ask before they send a request with a bearer token; every origin may. */
function preflightResponse(exchange: Exchange): Response {
  const headers = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, X-API-Version",
    "Access-Control-Max-Age": "86400",
  };
  return jsonResponse(exchange, 200, {}, headers);
}
