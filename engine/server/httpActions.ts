// HTTP actions: every request of the site host, and `/http/…` of the data-socket host.
import type { Caller, HttpActionResult } from "../application/contract";
import { RequestError } from "../application/contract";
import { clientOf, type Exchange } from "./exchange";
import { fromResponse, toRequest, type ActionResponse } from "./httpActionMessages";
import { invalid } from "./jsonReader";
import { dropWhenUnread, sendJson, sendText } from "./reply";
import { BodyRefused, readBody, refuseBody } from "./requestBody";
import { StreamTooLong, writeStream } from "./responseStream";

const METHODS_WITH_BODY = new Set(["POST", "PUT", "PATCH", "DELETE"]);
const METHODS_WITHOUT_BODY = new Set(["GET", "HEAD", "OPTIONS"]);

/** `target` is the path with its query, as the action shall see it. */
export async function serveHttpAction(exchange: Exchange, target: string): Promise<void> {
  const method = exchange.request.method ?? "GET";
  const takesBody = METHODS_WITH_BODY.has(method);
  if (!takesBody && !METHODS_WITHOUT_BODY.has(method)) return sendText(exchange, 404, NO_ROUTE);
  try {
    const body = takesBody ? await readActionBody(exchange) : null;
    const { rawHeaders } = exchange.request;
    const request = toRequest({ method, url: actionUrl(exchange, target), rawHeaders, body });
    const { application } = exchange.services;
    await reply(exchange, await application.callHttpAction(request, await callerOf(exchange), clientOf(exchange)));
  } catch (error) {
    if (exchange.response.headersSent) throw error;
    if (error instanceof BodyRefused) refuseBody(exchange, error, "text");
    else if (error instanceof RequestError) sendText(exchange, error.status, error.message);
    else throw error;
  }
}

function readActionBody(exchange: Exchange): Promise<Buffer> {
  const { maxBodyBytes, bodyTimeoutMs } = exchange.services.limits;
  return readBody(exchange, { maxBytes: maxBodyBytes, timeoutMs: bodyTimeoutMs });
}

/** The scheme is the one the client used towards the proxy in front, when that says so. */
function actionUrl(exchange: Exchange, target: string): string {
  const { host, "x-forwarded-proto": forwarded } = exchange.request.headers;
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host)) throw invalid("The Host header is not a host name.");
  const secure = typeof forwarded === "string" && forwarded.startsWith("https");
  return `${secure ? "https" : "http"}://${host}${target}`;
}

/**
 * A token of a known provider gives the action an identity. Any other Authorization header is the app's own affair:
 * it is neither an error nor, having no two dots, worth a look.
 */
async function callerOf(exchange: Exchange): Promise<Caller> {
  const { authorization } = exchange.request.headers;
  if (authorization === undefined || !/^Bearer [^.]+\.[^.]+\.[^.]+$/i.test(authorization)) return { kind: "anonymous" };
  try {
    return await exchange.services.application.authenticate(authorization);
  } catch (error) {
    if (error instanceof RequestError) return { kind: "anonymous" };
    throw error;
  }
}

const NO_ROUTE = "No matching routes found";

async function reply(exchange: Exchange, result: HttpActionResult): Promise<void> {
  switch (result.kind) {
    case "response":
      return sendResponse(exchange, fromResponse(result.response));
    case "noRoute":
      return sendText(exchange, 404, NO_ROUTE);
    case "noRouter":
      return sendText(exchange, 404, "This Convex deployment does not have HTTP actions enabled.");
    case "error":
      return sendJson(exchange, 500, {
        code: `[Request ID: ${exchange.requestId}] Server Error: ${firstLine(result.message)}`,
        trace: result.message,
        ...(result.data === undefined ? {} : { data: result.data }),
      });
  }
}

/** `Uncaught Error: boom` and its frames become `boom`. */
function firstLine(message: string): string {
  return (message.split("\n", 1)[0] ?? "").replace(/^Uncaught (Error: )?/, "");
}

async function sendResponse(exchange: Exchange, action: ActionResponse): Promise<void> {
  const { request, response, services } = exchange;
  const { status, body } = action;
  const headers = ownHeaders(action.headers);
  if (request.method === "HEAD" || body.kind === "none") {
    if (body.kind === "stream") body.cancel();
    if (request.method !== "HEAD" && status !== 204 && status !== 304) headers.push("Content-Length", "0");
    response.writeHead(status, headers);
    response.end();
    return dropWhenUnread(response, services.limits.stallTimeoutMs);
  }
  switch (body.kind) {
    case "bytes":
      return sendBytes(exchange, status, headers, body.bytes);
    case "stream":
      response.writeHead(status, headers);
      return sendStream(exchange, body.stream);
  }
}

/** What describes the connection or the framing is this server's to say, not the app's. */
const CONNECTION_HEADERS = new Set(["connection", "content-length", "keep-alive", "transfer-encoding", "upgrade"]);

function ownHeaders(headers: string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? "";
    if (!CONNECTION_HEADERS.has(name)) kept.push(name, headers[index + 1] ?? "");
  }
  return kept;
}

function sendBytes(exchange: Exchange, status: number, headers: string[], bytes: Uint8Array | string): void {
  const { response, services } = exchange;
  const { maxResponseBytes, stallTimeoutMs } = services.limits;
  const length = Buffer.byteLength(bytes);
  if (length > maxResponseBytes) return sendTooLarge(exchange, maxResponseBytes);
  headers.push("Content-Length", String(length));
  response.writeHead(status, headers);
  response.end(bytes);
  dropWhenUnread(response, stallTimeoutMs);
}

function sendTooLarge(exchange: Exchange, maxBytes: number): void {
  const code = `[Request ID: ${exchange.requestId}] Server Error: ${tooLargeText(maxBytes)}`;
  sendJson(exchange, 500, { code, trace: "" });
}

function tooLargeText(maxBytes: number): string {
  return `HttpResponseTooLarge: HTTP actions support responses of at most ${maxBytes} bytes.`;
}

/** The head has left when a stream fails, so all that can be done is to break the reply off where the client sees it. */
async function sendStream(exchange: Exchange, stream: AsyncIterable<Uint8Array>): Promise<void> {
  const { response, services, requestId } = exchange;
  const { maxResponseBytes, stallTimeoutMs } = services.limits;
  response.flushHeaders();
  try {
    await writeStream(response, stream, { maxBytes: maxResponseBytes, stallTimeoutMs });
  } catch (error) {
    const reason = error instanceof StreamTooLong ? tooLargeText(maxResponseBytes) : error;
    console.error(`[Request ID: ${requestId}] The response of an HTTP action broke off:`, reason);
    response.destroy();
  }
}
