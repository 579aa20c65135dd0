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
import { textResponse } from "./envelope";
import type { Exchange, JsonText } from "./envelope";
import { matchRoute } from "./match";
import type { Page } from "./pagination";
import type { AnyInput, FollowedItem, QueryEndpoint, ReadRoute, Route, StoredFile, WriteRoute } from "./routeBuilders";
import type { WhyRefused } from "./refuse";
import type { WriteRequest } from "./write";

type Plan =
  | { kind: "read"; scope: Scope | null; route: ReadRoute; input: AnyInput }
  | { kind: "write"; scope: Scope | null; route: WriteRoute; request: WriteRequest }
  | Refused;

/** `route` is missing when the request matches none. */
export type Refused = { kind: "refuse"; scope: Scope | null; route?: Route; why: WhyRefused };

export async function dispatch(ctx: ActionCtx, request: Request, exchange: Exchange): Promise<Response> {
  if (request.method === "OPTIONS") {
    const { preflightResponse } = await import("./preflight");
    return preflightResponse(exchange);
  }
  const keyHash = await sha256Hex(await bearerToken(request.headers));
  const plan = await planRequest(request, exchange);
  const { scope, route } = plan;
  const credential = { keyHash, scope, ...(route && { route: `${route.method} /api/v1${route.path}` }) };
  switch (plan.kind) {
    case "read":
      return await answerRead(ctx, request, exchange, plan, credential);
    case "write":
      return await (await import("./write")).answerWrite(ctx, exchange, plan, credential);
    case "refuse":
      return await (await import("./refuse")).answerRefused(ctx, request, exchange, plan, credential);
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
  const { result, growth } = await runEndpoint(ctx, route.endpoint, args, exchange);
  const { answer } = route;
  if (answer.kind === "data") return textResponse(exchange, 200, `{"data":${withElapsed(result, growth)}}`);
  if (answer.kind === "file") {
    const { fileResponse } = await import("./fileResponse");
    // Only `file` of routes.ts makes such rows.
    return await fileResponse(ctx, exchange, result as JsonText<StoredFile>);
  }
  // Only `list` and `follow` of routes.ts make such rows, and they accept only endpoints that return pages.
  const { pageResponse } = await import("./pageResponse");
  return await pageResponse(ctx, request, exchange, { ...route, answer }, args, result as JsonText<Page<FollowedItem>>);
}

/** Adds the growing number to the JSON text of an object that has other fields. */
function withElapsed(text: string, growth: ElapsedTime | undefined): string {
  if (growth === undefined) return text;
  const { field, ms, sinceMs } = growth;
  const value = ms + (sinceMs === undefined ? 0 : Math.max(0, Date.now() - sinceMs));
  return `{"${field}":${Math.floor(value)},${text.slice(1)}`;
}

/**
 * Records the use of the key before the answer is sent. `asked` is the endpoint of the request, where that is another.
 */
export async function runEndpoint<Result>(
  ctx: ActionCtx,
  endpoint: QueryEndpoint<AnyInput, Result>,
  args: EndpointArgs<AnyInput>,
  exchange: Pick<Exchange, "requestId">,
  asked: Route["endpoint"] = endpoint,
): Promise<QueryResult<Result>> {
  let found: QueryResult<Result>;
  try {
    found = await ctx.runQuery(endpoint, args);
  } catch (thrown) {
    await (await import("./failedRequest")).recordFailed(ctx, exchange, asked, args.credential, thrown);
    throw thrown;
  }
  await recordUse(ctx, found.keyId, args.credential);
  return found;
}

/** Naming a function takes longer than asking for a result that the platform has kept, so it is named once. */
const { lastUse } = internal.apiKeys.endpoints;

/** A use that is recent enough is not recorded again. */
export async function recordUse(ctx: ActionCtx, keyId: Id<"apiKeys">, credential: Credential): Promise<void> {
  if (isRecent(await ctx.runQuery(lastUse, { keyId }))) return;
  await (await import("./recordNewUse")).recordNewUse(ctx, keyId, credential);
}

async function planRequest(request: Request, exchange: Exchange): Promise<Plan> {
  // The platform has already validated the URL. Parsing it once more would take longer than finding the route.
  const [, pathname = "", search = ""] = /\/\/[^/]+([^?#]*)\??([^#]*)/.exec(request.url) ?? [];
  const path = pathname.slice("/api/v1".length);
  const match = matchRoute(await routesForPath(path), request.method, path);
  if (match.kind !== "route") return { kind: "refuse", scope: null, why: match };
  return await planWork(match.route, request, exchange, search, match.parameters);
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
    const query = route.method === "GET" ? parametersOf(route, exchange) : undefined;
    if (query === undefined && search !== "") (await import("./refuseParameters")).refuseParameters(search);
    if (route.method !== "GET") {
      const { readWrite } = await import("./write");
      return { kind: "write", scope, route, request: await readWrite(route, request, inPath) };
    }
    if (query === undefined) return { kind: "read", scope, route, input: inPath };
    const { readParameters } = await import("./readParameters");
    const input = await readParameters(route, query, new URLSearchParams(search), request.headers);
    return { kind: "read", scope, route, input: { ...input, ...inPath } };
  } catch (thrown) {
    return { kind: "refuse", scope, route, why: { kind: "thrown", thrown } };
  }
}

function parametersOf({ query, legacyQuery }: ReadRoute, { isLegacy }: Exchange): ReadRoute["query"] {
  return isLegacy ? (legacyQuery ?? query) : query;
}
