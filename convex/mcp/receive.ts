// The endpoint of the Model Context Protocol, `POST /mcp`: streamable HTTP without sessions and without streams. Each
// request has one message, and its answer is JSON. The credential is checked first, as for every request.
import type { ActionCtx } from "../_generated/server";
import { readBytes } from "../api/body";
import { jsonResponse } from "../api/envelope";
import type { Exchange } from "../api/envelope";
import { apiErrorOf } from "../lib/errors";
import { omitNullish } from "../lib/omitNullish";
import { parseJson } from "../lib/untrusted";
import type { AgentClient } from "./agentClient";
import { admitClient } from "./client";
import type { Client } from "./client";
import { idOfRefused, readMessage, rpcCodes, RpcRefusal } from "./jsonRpc";
import type { RequestId } from "./jsonRpc";
import { answerMessage } from "./methods";
import { eraOf } from "./revisions";

export async function receive(ctx: ActionCtx, request: Request, exchange: Exchange): Promise<Response> {
  if (request.method === "OPTIONS") {
    const { preflightResponse } = await import("../api/preflight");
    return preflightResponse(exchange);
  }
  if (request.method !== "POST") {
    const message = "This server has neither sessions nor streams: send each message with POST.";
    return refusal(exchange, new RpcRefusal("invalidRequest", message, 405), null, { Allow: "POST" });
  }
  return await answerPost(await admitClient(ctx, request.headers, exchange.requestId), request, exchange);
}

async function answerPost(client: Client | AgentClient, request: Request, exchange: Exchange): Promise<Response> {
  let value: unknown;
  try {
    requireOrigin(request.headers);
    requireJsonAccepted(request.headers);
    value = await readValue(request);
    const message = readMessage(value);
    const era = eraOf(message, request.headers);
    if (message.kind === "notification") return withoutBody(jsonResponse(exchange, 202, null));
    const result = await answerMessage(client, era, message);
    return jsonResponse(exchange, 200, { jsonrpc: "2.0", id: message.id, result });
  } catch (thrown) {
    return refused(exchange, thrown, idOfRefused(value));
  }
}

/** Text that is not JSON is told apart from JSON that cannot be a message. */
async function readValue(request: Request): Promise<unknown> {
  const bytes = await asRefusal(() => readBytes(request), "invalidRequest");
  return await asRefusal(async () => parseJson(bytes), "parseError");
}

async function asRefusal<Result>(work: () => Promise<Result>, code: "invalidRequest" | "parseError"): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    const error = apiErrorOf(thrown);
    if (error === null) throw thrown;
    // Only the body as a whole cannot be parsed; a field of it can be refused.
    throw new RpcRefusal(error.field === "body" ? code : "invalidRequest", error.message, 400);
  }
}

/**
 * A page of any web site may ask, as everywhere: access needs the bearer token, which browsers never send by
 * themselves, also not after DNS rebinding. Pages without an origin of their own, such as files, say `null`. What no
 * page can say is refused, as the protocol asks.
 */
function requireOrigin(headers: Headers): void {
  const origin = headers.get("Origin");
  if (origin === null || origin === "null" || /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+$/i.test(origin)) return;
  throw new RpcRefusal("invalidRequest", "The header Origin must be the origin of a web page.", 403);
}

/** All answers are JSON. The protocol asks clients to accept streams too, which nothing here needs. */
function requireJsonAccepted(headers: Headers): void {
  const accepted = headers.get("Accept")?.toLowerCase().split(",") ?? ["*/*"];
  const isAccepted = accepted.some((range) =>
    ["application/json", "application/*", "*/*"].includes(range.split(";")[0]?.trim() ?? ""),
  );
  if (!isAccepted) throw new RpcRefusal("invalidRequest", "The header Accept must allow application/json.", 406);
}

function refused(exchange: Exchange, thrown: unknown, id: RequestId | null): Response {
  if (thrown instanceof RpcRefusal) return refusal(exchange, thrown, id);
  const error = apiErrorOf(thrown);
  if (error === null) throw thrown;
  return refusal(exchange, new RpcRefusal("invalidParams", error.message), id);
}

/** A message whose id could not be read is answered without one, as the protocol says. */
function refusal(
  exchange: Exchange,
  { code, message, status, data }: RpcRefusal,
  id: RequestId | null,
  headers: Record<string, string> = {},
): Response {
  const error = { code: rpcCodes[code], message, ...omitNullish({ data }) };
  return jsonResponse(exchange, status, { jsonrpc: "2.0", ...omitNullish({ id }), error }, headers);
}

function withoutBody(response: Response): Response {
  return new Response(null, response);
}
