// `/api/query`, `/api/mutation`, `/api/action`, `/api/function` and `/api/run/…`.
import type { Caller } from "../application/contract";
import type { FunctionKind } from "../runtime/contract";
import type { JsonObject } from "../value/json";
import { requireAdmin } from "./adminAccess";
import { clientOf, type Endpoint, type Exchange } from "./exchange";
import { functionReply, readArgs, readFormat, readFunctionRequest, type FunctionRequest } from "./functionRequest";
import { invalid, parseJson, parseJsonObject } from "./jsonReader";
import { sendJson } from "./reply";
import { readDecodedBody } from "./requestBody";

type CallKind = FunctionKind | "any";

export function callEndpoint(kind: FunctionKind): Endpoint {
  return async (exchange) => {
    const call = readFunctionRequest(await readJsonBody(exchange));
    sendJson(exchange, 200, await run(exchange, kind, call, await callerOf(exchange)));
  };
}

export const queryByUrl: Endpoint = async (exchange) => {
  const search = new URLSearchParams(exchange.query);
  const path = search.get("path");
  if (path === null) throw invalid('The query parameter "path" is missing.');
  const args = readArgs(parseJson(search.get("args") ?? "null"));
  const call = { path, args, format: readFormat(search.get("format")) };
  sendJson(exchange, 200, await run(exchange, "query", call, await callerOf(exchange)));
};

/** Calls a function of any kind, also internal ones: what `npx convex run` uses. */
export const callAnything: Endpoint = async (exchange) => {
  const caller = await requireAdmin(exchange);
  const body = await readJsonBody(exchange);
  const componentPath = body["componentPath"] ?? "";
  if (typeof componentPath !== "string") throw invalid('"componentPath" must be a string.');
  sendJson(exchange, 200, await run(exchange, "any", readFunctionRequest(body), caller, componentPath));
};

/** `/api/run/<folder/module>/<function>`. */
export async function runByPath(exchange: Exchange, name: string): Promise<void> {
  const slash = name.lastIndexOf("/");
  if (slash <= 0 || slash === name.length - 1) throw invalid("The path must be /api/run/<module>/<function>.");
  const body = await readJsonBody(exchange);
  const call: FunctionRequest = {
    path: `${name.slice(0, slash)}:${name.slice(slash + 1)}`,
    args: readArgs(body["args"]),
    format: readFormat(body["format"]),
  };
  sendJson(exchange, 200, await run(exchange, "any", call, await callerOf(exchange)));
}

async function run(
  exchange: Exchange,
  kind: CallKind,
  call: FunctionRequest,
  caller: Caller,
  componentPath = "",
): Promise<JsonObject> {
  const { path, args } = call;
  const request = clientOf(exchange);
  const result = await exchange.services.application.call({ kind, path, args, caller, request, componentPath });
  return functionReply(result, call.format, exchange.requestId);
}

export function callerOf(exchange: Exchange): Promise<Caller> {
  return exchange.services.application.authenticate(exchange.request.headers.authorization);
}

export async function readJsonBody(exchange: Exchange): Promise<JsonObject> {
  const { maxBodyBytes, bodyTimeoutMs } = exchange.services.limits;
  const body = await readDecodedBody(exchange, { maxBytes: maxBodyBytes, timeoutMs: bodyTimeoutMs });
  return parseJsonObject(body.toString("utf8"));
}
