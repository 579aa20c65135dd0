// Complete replies: head and body leave in one write, with a length, and nobody may leave them unread for ever.
import type { ServerResponse } from "node:http";
import type { Json } from "../value/json";
import type { RequestError } from "../application/contract";
import type { Exchange } from "./exchange";

export function sendText(exchange: Exchange, status: number, text: string): void {
  send(exchange, status, "text/plain; charset=utf-8", text);
}

export function sendJson(exchange: Exchange, status: number, body: Json): void {
  send(exchange, status, "application/json", JSON.stringify(body));
}

export function sendError(exchange: Exchange, error: RequestError): void {
  sendJson(exchange, error.status, { code: error.code, message: error.message });
}

export function sendEmpty(exchange: Exchange, status: number): void {
  const { response } = exchange;
  response.writeHead(status, { "Content-Length": 0 });
  response.end();
  dropWhenUnread(response, exchange.services.limits.stallTimeoutMs);
}

function send(exchange: Exchange, status: number, type: string, body: string): void {
  const { response } = exchange;
  response.writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(body) });
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
    response.once("socket", (next) => next.setTimeout(ms));
  } else if (socket.writableLength > 0) {
    socket.setTimeout(ms);
  }
}
