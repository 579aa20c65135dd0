// Sends complete replies. Head and body leave in one write, with a length, and a client may not leave them unread for
// ever.
import type { Json } from "../value/json";
import type { RequestError } from "../application/contract";
import type { Exchange } from "./exchange";
import { errorReply } from "./errorReply";
import { writeWhole } from "./responseStream";

export function sendText(exchange: Exchange, status: number, text: string): void {
  sendWhole(exchange, status, ["Content-Type", "text/plain; charset=utf-8"], text);
}

export function sendJson(exchange: Exchange, status: number, body: Json): void {
  sendWhole(exchange, status, ["Content-Type", "application/json"], JSON.stringify(body));
}

export function sendError(exchange: Exchange, error: RequestError): void {
  const { headers, body } = errorReply(error, exchange.errorFormat, exchange.requestId);
  sendWhole(exchange, error.status, headers, body);
}

export function sendEmpty(exchange: Exchange, status: number): void {
  sendWhole(exchange, status, [], "");
}

/** Sends a complete reply. In `headers`, names and values alternate. */
export function sendWhole(exchange: Exchange, status: number, headers: string[], body: string | Uint8Array): void {
  const { response, services } = exchange;
  if (status !== 204 && status !== 304) headers.push("Content-Length", String(Buffer.byteLength(body)));
  exchange.answerHeaders = headers;
  exchange.answeredAtMs = performance.now();
  response.writeHead(status, headers);
  writeWhole(exchange, body, services.limits.stallTimeoutMs);
}
