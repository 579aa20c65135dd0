// Serves `/api/query`, `/api/mutation`, `/api/action`, `/api/function` and `/api/run/…`.
import type { Caller } from "../application/contract";
import type { FunctionKind } from "../runtime/contract";
import type { JsonObject } from "../value/json";
import { requireAdmin } from "./adminAccess";
import { clientOf, type Endpoint, type Exchange } from "./exchange";
import {
  checkPath,
  functionReply,
  readArgs,
  readFormat,
  readFunctionRequest,
  type FunctionRequest,
} from "./functionRequest";
import { invalid, parseJson, parseJsonObject } from "./jsonReader";
import { sendJson } from "./reply";
import { readDecodedBody, readPlainBody } from "./requestBody";

type CallKind = FunctionKind | "any";

export function callEndpoint(kind: FunctionKind): Endpoint {
  return async (exchange) => {
    const caller = await callerOf(exchange);
    const call = readFunctionRequest(await readJsonBody(exchange, caller), exchange.services.limits);
    sendJson(exchange, 200, await run(exchange, kind, call, caller));
  };
}

export const queryByUrl: Endpoint = async (exchange) => {
  const search = new URLSearchParams(exchange.query);
  const path = search.get("path");
  if (path === null) throw invalid('The query parameter "path" is missing.');
  const { limits } = exchange.services;
  const args = readArgs(parseJson(Buffer.from(search.get("args") ?? "null")));
  const call = { path: checkPath(path, limits), args, format: readFormat(search.get("format")) };
  sendJson(exchange, 200, await run(exchange, "query", call, await callerOf(exchange)));
};

/** Calls a function of any kind, also an internal one. `npx convex run` uses it. */
export const callAnything: Endpoint = async (exchange) => {
  const caller = await requireAdmin(exchange);
  const body = await readJsonBody(exchange, caller);
  const componentPath = body["componentPath"] ?? "";
  if (typeof componentPath !== "string") throw invalid('"componentPath" must be a string.');
  sendJson(
    exchange,
    200,
    await run(exchange, "any", readFunctionRequest(body, exchange.services.limits), caller, componentPath),
  );
};

/** Answers `/api/run/<folder/module>/<function>`. */
export async function runByPath(exchange: Exchange, name: string): Promise<void> {
  const slash = name.lastIndexOf("/");
  if (slash <= 0 || slash === name.length - 1) throw invalid("The path must be /api/run/<module>/<function>.");
  const caller = await callerOf(exchange);
  const body = await readJsonBody(exchange, caller);
  const call: FunctionRequest = {
    path: checkPath(`${name.slice(0, slash)}:${name.slice(slash + 1)}`, exchange.services.limits),
    args: readArgs(body["args"]),
    format: readFormat(body["format"]),
  };
  sendJson(exchange, 200, await run(exchange, "any", call, caller));
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

/** The largest size of a body depends on the caller, so the caller is known before the body is read. */
export async function readJsonBody(exchange: Exchange, { kind }: Caller): Promise<JsonObject> {
  const { maxBodyBytes, maxAnonymousBytes, bodyTimeoutMs } = exchange.services.limits;
  const bounds = { maxBytes: kind === "anonymous" ? maxAnonymousBytes : maxBodyBytes, timeoutMs: bodyTimeoutMs };
  const read = kind === "admin" ? readDecodedBody : readPlainBody;
  return parseJsonObject(await read(exchange, bounds));
}
