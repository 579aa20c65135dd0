// What an HTTP action gave, written to its client. The head is the app's own: nothing is added, CORS least of all.
import type { HttpActionResult } from "../application/contract";
import type { Exchange } from "./exchange";
import { fromResponse, type ActionResponse } from "./httpActionMessages";
import { sendJson, sendText, sendWhole } from "./reply";
import { StreamTooLong, writeStream } from "./responseStream";

export async function sendActionResult(exchange: Exchange, result: HttpActionResult): Promise<void> {
  switch (result.kind) {
    case "response":
      return sendResponse(exchange, fromResponse(result.response));
    case "noRoute":
      return sendNoRoute(exchange);
    case "noRouter":
      return sendText(exchange, 404, "This Convex deployment does not have HTTP actions enabled.");
    case "error":
      return sendJson(exchange, 500, {
        code: serverError(exchange, firstLine(result.message)),
        trace: result.message,
        ...(result.data === undefined ? {} : { data: result.data }),
      });
  }
}

export function sendNoRoute(exchange: Exchange): void {
  sendText(exchange, 404, "No matching routes found");
}

function serverError(exchange: Exchange, text: string): string {
  return `[Request ID: ${exchange.requestId}] Server Error: ${text}`;
}

/** `Uncaught Error: boom` and its frames become `boom`. */
function firstLine(message: string): string {
  return (message.split("\n", 1)[0] ?? "").replace(/^Uncaught (Error: )?/, "");
}

async function sendResponse(exchange: Exchange, action: ActionResponse): Promise<void> {
  const { status, body } = action;
  const headers = ownHeaders(action.headers);
  if (exchange.request.method === "HEAD") {
    if (body.kind === "stream") body.cancel();
    exchange.response.writeHead(status, headers);
    exchange.response.end();
    return;
  }
  switch (body.kind) {
    case "bytes":
      return sendBytes(exchange, status, headers, body.bytes);
    case "stream":
      exchange.response.writeHead(status, headers);
      return sendStream(exchange, body.stream, body.cancel);
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
  const { maxResponseBytes } = exchange.services.limits;
  if (Buffer.byteLength(bytes) <= maxResponseBytes) return sendWhole(exchange, status, headers, bytes);
  sendJson(exchange, 500, { code: serverError(exchange, tooLarge(maxResponseBytes)), trace: "" });
}

function tooLarge(maxBytes: number): string {
  return `HttpResponseTooLarge: HTTP actions support responses of at most ${maxBytes} bytes.`;
}

/** The head has left when a stream fails, so all that can be done is to break the reply off where the client sees it. */
async function sendStream(exchange: Exchange, stream: AsyncIterable<Uint8Array>, cancel: () => void): Promise<void> {
  const { response, services, requestId } = exchange;
  const { maxResponseBytes, stallTimeoutMs } = services.limits;
  // Also on the way out of an error, and when the client goes away before the next piece comes.
  response.once("close", cancel);
  response.flushHeaders();
  try {
    await writeStream(response, stream, { maxBytes: maxResponseBytes, stallTimeoutMs });
  } catch (error) {
    const reason = error instanceof StreamTooLong ? tooLarge(maxResponseBytes) : error;
    console.error(`[Request ID: ${requestId}] The response of an HTTP action broke off:`, reason);
    response.destroy();
  }
}
