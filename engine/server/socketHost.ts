// The data-socket host, which serves Convex clients and the `npx convex` command line.
import { version } from "convex";
import { RequestError } from "../application/contract";
import { allowOrigin, answerPreflight } from "./cors";
import { serveExport } from "./deploy/exports";
import { deployRoutes } from "./deploy/routes";
import type { Endpoint, Exchange, Route } from "./exchange";
import { callAnything, callEndpoint, queryByUrl, runByPath } from "./functionEndpoints";
import { serveHttpAction } from "./httpActions";
import type { ErrorFormat } from "./errorReply";
import { sendEmpty, sendText, sendWhole } from "./reply";
import { readBody } from "./requestBody";
import { signInRoutes } from "./signIn";
import { queryAtTimestamp, queryBatch, queryTimestamp } from "./snapshotQueries";
import { serveFile, uploadFile } from "./storageEndpoints";
import { websiteEndpoint } from "./website";

/** Every fixed path. Paths with a variable part are in `serveSocketHost`. */
const ROUTES = new Map<string, Route>([
  ["/", { GET: (exchange) => sendText(exchange, 200, "This Convex deployment is running.") }],
  ["/version", { GET: (exchange) => sendText(exchange, 200, version) }],
  ["/instance_version", { GET: (exchange) => sendText(exchange, 200, version) }],
  ["/instance_name", { GET: (exchange) => sendText(exchange, 200, exchange.services.application.instanceName) }],
  ["/echo", { POST: echo }],
  ["/api/query", { GET: queryByUrl, POST: callEndpoint("query") }],
  ["/api/mutation", { POST: callEndpoint("mutation") }],
  ["/api/action", { POST: callEndpoint("action") }],
  ["/api/function", { POST: callAnything }],
  ["/api/query_batch", { POST: queryBatch }],
  ["/api/query_ts", { POST: queryTimestamp }],
  ["/api/query_at_ts", { POST: queryAtTimestamp }],
  ["/api/storage/upload", { POST: uploadFile }],
  // Clients report about themselves here. The server accepts the report and drops it.
  ["/api/debug_event", { POST: (exchange) => sendEmpty(exchange, 200) }],
  ...deployRoutes,
  ...signInRoutes,
]);

const HTTP_ACTIONS = "/http/";
const RUN = "/api/run/";
const STORAGE = "/api/storage/";
const EXPORT = "/api/export/zip/";

export function errorFormatOnSocketHost(path: string, formOfAction: (path: string) => ErrorFormat): ErrorFormat {
  return path.startsWith(HTTP_ACTIONS) ? formOfAction(pathOfAction(path)) : "convex";
}

function pathOfAction(path: string): string {
  return path.slice(HTTP_ACTIONS.length - 1);
}

export async function serveSocketHost(exchange: Exchange): Promise<void> {
  const { path, request } = exchange;
  if (path.startsWith(HTTP_ACTIONS)) {
    return serveHttpAction(exchange, pathOfAction(path) + exchange.query);
  }
  allowOrigin(exchange);
  if (request.method === "OPTIONS") return answerPreflight(exchange);
  const route = routeOf(exchange);
  if (route === null) return sendEmpty(exchange, 404);
  const endpoint = endpointFor(route, request.method);
  if (endpoint === undefined) return sendEmpty(exchange, 405);
  await endpoint(exchange);
}

/** A website takes the place of the greeting at `/`, and every path that is nothing else. */
function routeOf(exchange: Exchange): Route | null {
  const { path } = exchange;
  const own = ROUTES.get(path) ?? variableRoute(path);
  if (own !== null && path !== "/") return own;
  const page = websiteEndpoint(exchange);
  return page === null ? own : { GET: page };
}

function variableRoute(path: string): Route | null {
  if (path.startsWith(RUN)) {
    return { POST: (exchange) => runByPath(exchange, decode(path.slice(RUN.length))) };
  }
  if (path.startsWith(EXPORT)) {
    return { GET: (exchange) => serveExport(exchange, decode(path.slice(EXPORT.length))) };
  }
  if (path.startsWith(STORAGE)) {
    return { GET: (exchange) => serveFile(exchange, decode(path.slice(STORAGE.length))) };
  }
  return null;
}

/** The pattern of a path, for the counts of requests. `routeOfAction` names the routes of HTTP actions. */
export function routeOnSocketHost(path: string, routeOfAction: (path: string) => string): string {
  if (ROUTES.has(path)) return path;
  if (path.startsWith(HTTP_ACTIONS)) return `/http${routeOfAction(pathOfAction(path))}`;
  const beginning = [RUN, EXPORT, STORAGE].find((prefix) => path.startsWith(prefix));
  return beginning === undefined ? "other" : `${beginning}*`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RequestError(400, "InvalidRequest", "The path is not valid percent-encoding.");
  }
}

function endpointFor(route: Route, method: string | undefined): Endpoint | undefined {
  switch (method) {
    case "GET":
    case "HEAD":
      return route.GET;
    case "POST":
      return route.POST;
    default:
      return undefined;
  }
}

async function echo(exchange: Exchange): Promise<void> {
  const { maxEchoBytes, bodyTimeoutMs } = exchange.services.limits;
  const body = await readBody(exchange, { maxBytes: maxEchoBytes, timeoutMs: bodyTimeoutMs });
  sendWhole(exchange, 200, [], body);
}
