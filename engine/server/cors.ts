// Any site may call the data-socket host. A request's credentials decide what it may do, never its origin.
import type { Exchange } from "./exchange";
import { sendEmpty } from "./reply";

const MIRRORED = "origin, access-control-request-method, access-control-request-headers";

export function allowOrigin(exchange: Exchange): void {
  const { origin } = exchange.request.headers;
  if (origin === undefined) return;
  exchange.response.setHeader("Access-Control-Allow-Origin", origin);
  exchange.response.setHeader("Access-Control-Allow-Credentials", "true");
  exchange.response.setHeader("Vary", MIRRORED);
}

export function answerPreflight(exchange: Exchange): void {
  const { request, response } = exchange;
  response.setHeader("Access-Control-Allow-Methods", "GET,POST,PUT,PATCH,DELETE,OPTIONS");
  response.setHeader("Access-Control-Max-Age", "86400");
  const headers = request.headers["access-control-request-headers"];
  if (headers !== undefined) response.setHeader("Access-Control-Allow-Headers", headers);
  sendEmpty(exchange, 200);
}
