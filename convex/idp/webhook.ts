// POST /idp/webhook: the identity provider tells that a user has come, changed or gone. Verified before it is read.
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { readBytes } from "../api/body";
import { errorResponse, jsonResponse } from "../api/envelope";
import type { Exchange } from "../api/envelope";
import { apiError } from "../api/errors";
import { parseForeignJson } from "../lib/untrusted";
import { readUserEvent } from "./readEvent";
import { isSigned } from "./signature";

/** Throws VALIDATION. */
export async function receiveMessage(ctx: ActionCtx, request: Request, exchange: Exchange): Promise<Response> {
  const id = request.headers.get("hook-id");
  const timestamp = request.headers.get("hook-timestamp");
  const signature = request.headers.get("hook-signature");
  const body = await readBytes(request);
  const secret = process.env["IDP_WEBHOOK_SECRET"];
  if (id === null || !(await isSigned({ id, timestamp, signature, body }, secret, Date.now()))) {
    return unsigned(exchange);
  }
  const event = readUserEvent(parseForeignJson(body));
  if (event !== null) await ctx.runMutation(internal.idp.endpoints.takeEffect, { messageId: id, event });
  return jsonResponse(exchange, 200, { received: true });
}

function unsigned(exchange: Exchange): Response {
  const message = "The message is not signed by the identity provider, or not lately.";
  const response = errorResponse(exchange, apiError("AUTH_INVALID", message).data);
  // A signature is no scheme of HTTP authentication: a bearer token would not help.
  response.headers.delete("WWW-Authenticate");
  return response;
}
