// The way of a REST request: credential, route, shape, one transaction, envelope. What is wrong with a request is
// reported in that order, whatever else is wrong with it.
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { bearerToken } from "../apiKeys/credential";
import type { Scope } from "../apiKeys/scopes";
import { secondOf } from "../apiKeys/uses";
import { sha256Hex } from "../lib/hashing";
import { routesNear } from "./areas";
import type { Credential } from "./builders";
import { errorResponse, jsonResponse, successResponse } from "./envelope";
import type { Exchange } from "./envelope";
import { apiError, invalid, refusalOf } from "./errors";
import type { ApiErrorData } from "./errors";
import { matchRoute } from "./match";
import type { AnyInput, ReadRoute, Route, WriteRoute } from "./routes";
import type { WriteRequest } from "./write";

/** What is to be done once the credential has turned out to be good. */
type Plan =
  | { kind: "read"; scope: Scope; route: ReadRoute; input: AnyInput }
  | { kind: "write"; scope: Scope; route: WriteRoute; request: WriteRequest }
  | { kind: "refuse"; scope: Scope | null; error: ApiErrorData; headers: Record<string, string> };

export async function dispatch(ctx: ActionCtx, request: Request, exchange: Exchange): Promise<Response> {
  if (request.method === "OPTIONS") return preflightResponse(exchange);
  const keyHash = await sha256Hex(bearerToken(request.headers));
  const plan = await planRequest(request);
  const credential = { keyHash, scope: plan.scope };
  switch (plan.kind) {
    case "read": {
      const { route, input } = plan;
      const answer = await withUse(ctx, keyHash, ctx.runQuery(route.endpoint, { credential, input }));
      return route.answer === "page" ? jsonResponse(exchange, 200, answer) : successResponse(exchange, answer);
    }
    case "write":
      return await write(ctx, exchange, plan.route, plan.request, credential);
    case "refuse":
      // There is nothing to do, but the credential is still what is looked at first.
      await withUse(ctx, keyHash, ctx.runQuery(internal.apiKeys.endpoints.check, { credential, input: {} }));
      return errorResponse(exchange, plan.error, plan.headers);
  }
}

/** Notes the use of the key beside `work`, whatever becomes of that. */
async function withUse<Result>(ctx: ActionCtx, keyHash: string, work: Promise<Result>): Promise<Result> {
  const [result] = await Promise.allSettled([work, recordUse(ctx, keyHash)]);
  if (result.status === "rejected") throw result.reason;
  return result.value;
}

/** Does nothing more when a use in this second is known already; the answer to that comes from kept results. */
async function recordUse(ctx: ActionCtx, keyHash: string): Promise<void> {
  const lastUsedMs = await ctx.runQuery(internal.apiKeys.endpoints.lastUse, { keyHash });
  if (lastUsedMs !== null && lastUsedMs >= secondOf(Date.now())) return;
  await ctx.runMutation(internal.apiKeys.endpoints.recordUse, { keyHash });
}

async function write(
  ctx: ActionCtx,
  exchange: Exchange,
  route: WriteRoute,
  request: WriteRequest,
  credential: Credential,
): Promise<Response> {
  const { runWrite } = await import("./write");
  try {
    const outcome = await runWrite(ctx, route, request, credential);
    const headers: Record<string, string> = outcome.isReplay ? { "Idempotent-Replayed": "true" } : {};
    if (outcome.kind === "refused") return errorResponse(exchange, outcome.error, headers);
    return jsonResponse(exchange, 200, { data: outcome.data }, headers);
  } catch (thrown) {
    // What the endpoint wrote is undone, the note of the key's use as well.
    const refusal = refusalOf(thrown);
    if (refusal !== null && refusal.code !== "AUTH_INVALID") await recordUse(ctx, credential.keyHash);
    throw thrown;
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
      return await planWork(match.route, request, searchParams, match.parameters);
  }
}

async function planWork(
  route: Route,
  request: Request,
  parameters: URLSearchParams,
  inPath: Record<string, string>,
): Promise<Plan> {
  const { scope } = route;
  try {
    if (route.method !== "GET") {
      refuseParameters(parameters);
      const { readWrite } = await import("./write");
      return { kind: "write", scope, route, request: await readWrite(route, request, inPath) };
    }
    if (route.query === undefined) {
      refuseParameters(parameters);
      return { kind: "read", scope, route, input: inPath };
    }
    const { readParameters } = await import("./readParameters");
    const input = readParameters(await route.query(), parameters);
    return { kind: "read", scope, route, input: { ...input, ...inPath } };
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    if (refusal === null) throw thrown;
    return refuse(scope, refusal);
  }
}

/** Throws VALIDATION. */
function refuseParameters(parameters: URLSearchParams): void {
  const [unknown] = parameters.keys();
  if (unknown !== undefined) throw invalid(unknown, `${unknown} is not a parameter of this request.`);
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
