// Complete replies: head and body leave in one write, with a length, and nobody may leave them unread for ever.
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Json } from "../value/json";
import type { RequestError } from "../application/contract";
import type { Exchange } from "./exchange";

export function sendText(exchange: Exchange, status: number, text: string): void {
  sendWhole(exchange, status, ["Content-Type", "text/plain; charset=utf-8"], text);
}

export function sendJson(exchange: Exchange, status: number, body: Json): void {
  sendWhole(exchange, status, ["Content-Type", "application/json"], JSON.stringify(body));
}

export function sendError(exchange: Exchange, error: RequestError): void {
  sendJson(exchange, error.status, { code: error.code, message: error.message });
}

export function sendEmpty(exchange: Exchange, status: number): void {
  sendWhole(exchange, status, [], "");
}

/** `headers` alternates names and values. */
export function sendWhole(exchange: Exchange, status: number, headers: string[], body: string | Uint8Array): void {
  const { response } = exchange;
  if (status !== 204 && status !== 304) headers.push("Content-Length", String(Buffer.byteLength(body)));
  response.writeHead(status, headers);
  response.end(body);
  dropWhenUnread(response, exchange.services.limits.stallTimeoutMs);
}

/**
 * Ends the connection when what was written makes no progress for `ms`. Node sets the timeout of the socket anew when
 * the reply has left, so this touches only clients that do not read.
 */
export function dropWhenUnread(response: ServerResponse, ms: number): void {
  const { socket } = response;
  if (socket === null) {
    // A pipelined reply waits for its turn; it meets the socket then.
    response.once("socket", (next: Socket) => next.setTimeout(ms));
  } else if (socket.writableLength > 0) {
    socket.setTimeout(ms);
  }
}
