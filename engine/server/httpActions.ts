// HTTP actions: every request of the site host, and `/http/…` of the data-socket host.
import { RequestError, type Caller } from "../application/contract";
import type { ActionClient } from "./actionSlots";
import { clientOf, type Exchange } from "./exchange";
import { listenOnce } from "./guard";
import { checkHealth, targetOfApp } from "./health";
import { toRequest } from "./httpActionMessages";
import { sendActionResult } from "./httpActionReply";
import { invalid } from "./jsonReader";
import { ClientGone, readBody } from "./requestBody";

const METHODS_WITH_BODY = new Set(["POST", "PUT", "PATCH", "DELETE"]);
const METHODS_WITHOUT_BODY = new Set(["GET", "HEAD", "OPTIONS"]);

/** `target` is the path with its query, as the action will see it. */
export async function serveHttpAction(exchange: Exchange, target: string): Promise<void> {
  const unhealthy = checkHealth(exchange, target);
  if (unhealthy !== null) await unhealthy;
  const method = exchange.request.method ?? "GET";
  const takesBody = METHODS_WITH_BODY.has(method);
  if (!takesBody && !METHODS_WITHOUT_BODY.has(method)) {
    throw new RequestError(404, "NotFound", `No matching routes found: no HTTP action can take ${method}.`);
  }
  const url = actionUrl(exchange, targetOfApp(exchange, target));
  const body = takesBody ? await readActionBody(exchange) : null;
  const { rawHeaders } = exchange.request;
  const request = toRequest({ method, url, rawHeaders, body, onGone: (listener) => whenGone(exchange, listener) });
  const { application, shared } = exchange.services;
  const token = tokenOf(exchange);
  const caller = token === null ? ANONYMOUS : await callerWith(exchange, token);
  await shared.actions.run(actionClientOf(exchange), async () => {
    if (exchange.response.destroyed) throw new ClientGone();
    await sendActionResult(exchange, await application.callHttpAction(request, caller, clientOf(exchange)));
  });
}

function actionClientOf({ request, holder }: Exchange): ActionClient {
  return { address: holder, credential: request.headers.authorization };
}

function whenGone({ response }: Exchange, listener: () => void): void {
  if (response.destroyed) return listener();
  listenOnce(response, "close", () => {
    if (!response.writableFinished) listener();
  });
}

function readActionBody(exchange: Exchange): Promise<Buffer> {
  const { maxBodyBytes, bodyTimeoutMs } = exchange.services.limits;
  return readBody(exchange, { maxBytes: maxBodyBytes, timeoutMs: bodyTimeoutMs });
}

/** The scheme is the one that the client used to reach the proxy, if the proxy reports it. */
function actionUrl(exchange: Exchange, target: string): string {
  const { "x-forwarded-proto": forwarded } = exchange.request.headers;
  // HTTP/1.0 allows a request without a host.
  const host = exchange.host ?? new URL(exchange.services.urls().site).host;
  if (!/^[\w.:[\]-]+$/.test(host)) throw invalid("The Host header is not a host name.");
  const secure = typeof forwarded === "string" && forwarded.startsWith("https");
  return `${secure ? "https" : "http"}://${host}${target}`;
}

const ANONYMOUS: Caller = { kind: "anonymous" };

/** Returns null if there is no Authorization header, or if it holds nothing that looks like a token of a provider. */
function tokenOf({ request }: Exchange): string | null {
  const { authorization } = request.headers;
  return authorization !== undefined && /^Bearer [^.]+\.[^.]+\.[^.]+$/i.test(authorization) ? authorization : null;
}

/** A token of a known provider gives the action an identity. Any other token is left to the app and is not an error. */
async function callerWith({ services }: Exchange, authorization: string): Promise<Caller> {
  try {
    return await services.application.authenticate(authorization);
  } catch (error) {
    if (error instanceof RequestError) return ANONYMOUS;
    throw error;
  }
}
