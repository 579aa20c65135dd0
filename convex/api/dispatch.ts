// A request passes these checks in order: credential, route, shape, transaction. The first that fails answers it.
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { bearerToken } from "../callers/credential";
import type { Scope } from "../callers/scopes";
import { isRecent } from "../callers/keyUses";
import { sha256Hex } from "../lib/hashing";
import { routesForPath } from "./areas";
import type { Credential, EndpointArgs, QueryResult, ElapsedTime } from "./builders";
import { errorResponse, textResponse } from "./envelope";
import type { Exchange, JsonText } from "./envelope";
import { apiError, invalid, apiErrorOf } from "../lib/errors";
import type { ApiErrorData } from "../lib/errors";
import { matchRoute } from "./match";
import type { Page } from "./pagination";
import type { AnyInput, NumberedItem, ReadRoute, Route, WriteRoute } from "./routes";
import type { WriteRequest } from "./write";

type Plan =
  | { kind: "read"; scope: Scope; route: ReadRoute; input: AnyInput }
  | { kind: "write"; scope: Scope; route: WriteRoute; request: WriteRequest }
  | { kind: "refuse"; scope: Scope | null; error: ApiErrorData; headers: Record<string, string> };

export async function dispatch(ctx: ActionCtx, request: Request, exchange: Exchange): Promise<Response> {
  if (request.method === "OPTIONS") {
    const { preflightResponse } = await import("./preflight");
    return preflightResponse(exchange);
  }
  const keyHash = await sha256Hex(bearerToken(request.headers));
  const plan = await planRequest(request, exchange);
  const credential = { keyHash, scope: plan.scope };
  switch (plan.kind) {
    case "read":
      return await answerRead(ctx, request, exchange, plan, credential);
    case "write":
      return await answerWriteRoute(ctx, exchange, plan, credential);
    case "refuse":
      // The request is refused anyway, but a wrong credential is reported before anything else.
      await runEndpoint(ctx, internal.apiKeys.endpoints.check, { credential, input: {} });
      return errorResponse(exchange, plan.error, plan.headers);
  }
}

async function answerRead(
  ctx: ActionCtx,
  request: Request,
  exchange: Exchange,
  { route, input }: Extract<Plan, { kind: "read" }>,
  credential: Credential,
): Promise<Response> {
  const args = { credential, input };
  const { result, growth } = await runEndpoint(ctx, route.endpoint, args);
  const { answer } = route;
  if (answer.kind === "data") return textResponse(exchange, 200, `{"data":${withElapsedTime(result, growth)}}`);
  // Only `list` and `follow` of routes.ts make such rows, and they accept only endpoints that return pages.
  const { pageResponse } = await import("./pageResponse");
  return await pageResponse(ctx, request, exchange, answer, args, result as JsonText<Page<NumberedItem>>);
}

/** Adds the growing number to the JSON text of an object that has other fields. */
function withElapsedTime(text: string, growth: ElapsedTime | undefined): string {
  if (growth === undefined) return text;
  const { field, ms, sinceMs } = growth;
  const value = ms + (sinceMs === undefined ? 0 : Math.max(0, Date.now() - sinceMs));
  return `{"${field}":${Math.floor(value)},${text.slice(1)}`;
}

/** Records the use of the key before the answer is sent. */
async function runEndpoint(
  ctx: ActionCtx,
  endpoint: ReadRoute["endpoint"],
  args: EndpointArgs<AnyInput>,
): Promise<QueryResult<unknown>> {
  let found: QueryResult<unknown>;
  try {
    found = await ctx.runQuery(endpoint, args);
  } catch (thrown) {
    await recordUseOfFailed(ctx, args.credential.keyHash, thrown);
    throw thrown;
  }
  await recordUse(ctx, found.keyId);
  return found;
}

/** Naming a function takes longer than asking for a result that the platform has kept, so it is named once. */
const { lastUse } = internal.apiKeys.endpoints;

/** A failure to record does not change the answer: reads continue when the disk is full. */
async function recordUse(ctx: ActionCtx, keyId: Id<"apiKeys">): Promise<void> {
  if (isRecent(await ctx.runQuery(lastUse, { keyId }))) return;
  const recorded = ctx.runMutation(internal.apiKeys.endpoints.recordUse, { keyId });
  await recorded.catch((thrown: unknown) => console.warn(`The use of a key could not be recorded: ${String(thrown)}`));
}

/** A mutation that throws undoes all its writes, the record of the key's use too, so the use is recorded here. */
async function recordUseOfFailed(ctx: ActionCtx, keyHash: string, thrown: unknown): Promise<void> {
  if (apiErrorOf(thrown)?.code === "AUTH_INVALID") return;
  await recordUse(ctx, await ctx.runQuery(internal.apiKeys.endpoints.idOf, { keyHash }));
}

async function answerWriteRoute(
  ctx: ActionCtx,
  exchange: Exchange,
  { route, request }: Extract<Plan, { kind: "write" }>,
  credential: Credential,
): Promise<Response> {
  const { answerWrite } = await import("./write");
  try {
    return await answerWrite(ctx, exchange, route, request, credential);
  } catch (thrown) {
    await recordUseOfFailed(ctx, credential.keyHash, thrown);
    throw thrown;
  }
}

async function planRequest(request: Request, exchange: Exchange): Promise<Plan> {
  // The platform has already validated the URL. Parsing it once more would take longer than finding the route.
  const [, pathname = "", search = ""] = /\/\/[^/]+([^?#]*)\??([^#]*)/.exec(request.url) ?? [];
  const path = pathname.slice("/api/v1".length);
  const match = matchRoute(await routesForPath(path), request.method, path);
  switch (match.kind) {
    case "unknownPath":
      return refusalPlan(null, apiError("NOT_FOUND", `There is nothing at ${pathname}.`).data);
    case "otherMethod": {
      const allowed = match.allowed.join(", ");
      const error = apiError("NOT_FOUND", `${pathname} has no ${request.method}; allowed: ${allowed}.`);
      return refusalPlan(null, error.data, { Allow: allowed });
    }
    case "route":
      return await planWork(match.route, request, exchange, search, match.parameters);
  }
}

async function planWork(
  route: Route,
  request: Request,
  exchange: Exchange,
  search: string,
  inPath: Record<string, string>,
): Promise<Plan> {
  const { scope } = route;
  try {
    if (route.method !== "GET") {
      refuseParameters(search);
      const { readWrite } = await import("./write");
      return { kind: "write", scope, route, request: await readWrite(route, request, inPath) };
    }
    const query = exchange.isLegacy ? (route.legacyQuery ?? route.query) : route.query;
    if (query === undefined) {
      refuseParameters(search);
      return { kind: "read", scope, route, input: inPath };
    }
    const { readParameters } = await import("./readParameters");
    const input = await readParameters(route, query, new URLSearchParams(search), request.headers);
    return { kind: "read", scope, route, input: { ...input, ...inPath } };
  } catch (thrown) {
    const refusal = apiErrorOf(thrown);
    if (refusal === null) throw thrown;
    return refusalPlan(scope, refusal);
  }
}

function refuseParameters(search: string): void {
  if (search === "") return;
  const [unknown] = new URLSearchParams(search).keys();
  if (unknown !== undefined) throw invalid(unknown, `${unknown} is not a parameter of this request.`);
}

function refusalPlan(scope: Scope | null, error: ApiErrorData, headers: Record<string, string> = {}): Plan {
  return { kind: "refuse", scope, error, headers };
}
