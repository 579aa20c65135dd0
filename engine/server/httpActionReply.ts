// Writes the result of an HTTP action to its client. The headers are the app's own. The server adds none, and no CORS
// headers in particular.
import type { HttpActionResult } from "../application/contract";
import type { Json } from "../value/json";
import type { Exchange } from "./exchange";
import { listenOnce } from "./guard";
import { fromResponse, type ActionResponse } from "./httpActionMessages";
import { actionHeaders, errorObject, publicId } from "./errorReply";
import { sendText, sendWhole } from "./reply";
import { StreamTooLong, writeStream } from "./responseStream";

export async function sendActionResult(exchange: Exchange, result: HttpActionResult): Promise<void> {
  switch (result.kind) {
    case "response":
      return sendResponse(exchange, result.response);
    case "noRoute":
      return sendText(exchange, 404, "No matching routes found");
    case "noRouter":
      return sendText(exchange, 404, "This Convex deployment does not have HTTP actions enabled.");
    case "error":
      return sendFailure(exchange, result.message, result.data);
  }
}

/**
 * Sends the fields that Convex sends for a failed action, and the fields that the engine sends for its own failures.
 */
function sendFailure(exchange: Exchange, message: string, data?: Json): void {
  const { requestId, errorFormat } = exchange;
  const code = `[Request ID: ${requestId}] Server Error: ${firstLine(message)}`;
  const id = publicId(requestId);
  const error = errorObject({ code: "INTERNAL", message: "The action failed.", requestId: id, status: 500 });
  const own = { code, trace: message, ...(data === undefined ? {} : { data }), error };
  const body = errorFormat === "message" ? { error: error.message ?? "" } : own;
  sendWhole(exchange, 500, actionHeaders(id), JSON.stringify(body));
}

/** Turns `Uncaught Error: boom` and its frames into `boom`. */
function firstLine(message: string): string {
  return (message.split("\n", 1)[0] ?? "").replace(/^Uncaught (Error: )?/, "");
}

async function sendResponse(exchange: Exchange, response: Response): Promise<void> {
  const action = readResponse(response);
  if (action instanceof TypeError) return sendFailure(exchange, `Uncaught ${action.name}: ${action.message}`);
  const { status, headers, body } = action;
  switch (body.kind) {
    case "bytes":
      return sendBytes(exchange, status, headers, body.bytes);
    case "stream":
      exchange.answerHeaders = headers;
      exchange.answeredAtMs = performance.now();
      exchange.response.writeHead(status, headers);
      return sendStream(exchange, body.stream, body.cancel);
  }
}

/** Returns an error when the action has read the body of its own response, because then there is no body to send. */
function readResponse(response: Response): ActionResponse | TypeError {
  try {
    return fromResponse(response);
  } catch (error) {
    if (error instanceof TypeError) return error;
    throw error;
  }
}

function sendBytes(exchange: Exchange, status: number, headers: string[], bytes: Uint8Array | string): void {
  const { maxResponseBytes } = exchange.services.limits;
  if (Buffer.byteLength(bytes) > maxResponseBytes) sendFailure(exchange, tooLarge(maxResponseBytes));
  else sendWhole(exchange, status, headers, bytes);
}

function tooLarge(maxBytes: number): string {
  return `HttpResponseTooLarge: HTTP actions support responses of at most ${maxBytes} bytes.`;
}

/**
 * When a stream fails, the head has already been sent. All that can be done is to break off the reply so that the
 * client notices.
 */
async function sendStream(exchange: Exchange, stream: AsyncIterable<Uint8Array>, cancel: () => void): Promise<void> {
  const { response, services, requestId } = exchange;
  const { maxResponseBytes, stallTimeoutMs } = services.limits;
  // The source is cancelled on "close". That covers errors, and a client that goes away before the next piece is made.
  // If the client was gone before the stream existed, "close" will not come again.
  if (response.destroyed) return cancel();
  listenOnce(response, "close", cancel);
  if (exchange.request.method === "HEAD") {
    response.end();
    return;
  }
  response.flushHeaders();
  try {
    await writeStream(exchange, stream, { maxBytes: maxResponseBytes, stallTimeoutMs });
  } catch (error) {
    response.destroy();
    if (services.closing.aborted) return;
    const reason = error instanceof StreamTooLong ? tooLarge(maxResponseBytes) : error;
    console.error(`[Request ID: ${requestId}] The response of an HTTP action broke off:`, reason);
  }
}
