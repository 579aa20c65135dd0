// What an HTTP action gave, written to its client. The head is the app's own: nothing is added, CORS least of all.
import type { HttpActionResult } from "../application/contract";
import type { Json } from "../value/json";
import type { Exchange } from "./exchange";
import { fromResponse, type ActionResponse } from "./httpActionMessages";
import { actionHeaders, failureObject, publicId } from "./refusal";
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

/** What Convex says of a failed action, and beside it what the engine says of its own failures. */
function sendFailure(exchange: Exchange, message: string, data?: Json): void {
  const { requestId } = exchange;
  const code = `[Request ID: ${requestId}] Server Error: ${firstLine(message)}`;
  const id = publicId(requestId);
  const error = failureObject({ code: "INTERNAL", message: "The action failed.", requestId: id, status: 500 });
  const body = { code, trace: message, ...(data === undefined ? {} : { data }), error };
  sendWhole(exchange, 500, actionHeaders(id), JSON.stringify(body));
}

/** `Uncaught Error: boom` and its frames become `boom`. */
function firstLine(message: string): string {
  return (message.split("\n", 1)[0] ?? "").replace(/^Uncaught (Error: )?/, "");
}

async function sendResponse(exchange: Exchange, response: Response): Promise<void> {
  const action = takeApart(response);
  if (action instanceof TypeError) return sendFailure(exchange, `Uncaught ${action.name}: ${action.message}`);
  const { status, headers, body } = action;
  switch (body.kind) {
    case "bytes":
      return sendBytes(exchange, status, headers, body.bytes);
    case "stream":
      exchange.response.writeHead(status, headers);
      return sendStream(exchange, body.stream, body.cancel);
  }
}

/** The action may have read the body of its own response: then there is none left to send. */
function takeApart(response: Response): ActionResponse | TypeError {
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
 * The head has left when a stream fails, so all that can be done is to break the reply off where the client sees it.
 */
async function sendStream(exchange: Exchange, stream: AsyncIterable<Uint8Array>, cancel: () => void): Promise<void> {
  const { response, services, requestId } = exchange;
  const { maxResponseBytes, stallTimeoutMs } = services.limits;
  // Also on the way out of an error, and when the client goes away before the next piece comes. One that has gone
  // before the stream was there is not going to close again.
  if (response.destroyed) return cancel();
  response.once("close", cancel);
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
