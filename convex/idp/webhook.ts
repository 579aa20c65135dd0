// POST /idp/webhook: the identity provider reports changes of users. The signature is verified before reading.
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { checkLength, maxBodyMebibytes, readBytes } from "../api/body";
import { jsonResponse } from "../api/envelope";
import { errorResponse } from "../api/errorResponse";
import type { Exchange } from "../api/envelope";
import { apiError } from "../lib/errors";
import { retryOnConflict } from "../lib/conflicts";
import { parseForeignJson } from "../lib/untrusted";
import { readUserEvent } from "./readEvent";
import { isSigned } from "./signature";
import type { SignedMessage } from "./signature";

/** More is refused without reading it. */
const verifiedMebibytes = 16;

export async function receive(ctx: ActionCtx, request: Request, exchange: Exchange): Promise<Response> {
  const id = request.headers.get("hook-id");
  const timestamp = request.headers.get("hook-timestamp");
  const signature = request.headers.get("hook-signature");
  if (id === null || timestamp === null || signature === null) return unsigned(exchange);
  // A stranger learns nothing about sizes, so the signature of a body that is too large counts first.
  const body = await readBytes(request, verifiedMebibytes);
  if (!isSignedByEither({ id, timestamp, signature, body })) return unsigned(exchange);
  checkLength(body.length, maxBodyMebibytes);
  const event = readUserEvent(parseForeignJson(body));
  if (event !== null) {
    await retryOnConflict(() => ctx.runMutation(internal.idp.endpoints.applyEvent, { messageId: id, event }));
  }
  return jsonResponse(exchange, 200, { received: true });
}

/** The previous secret counts as well as the present one. Without a present secret, no message counts as signed. */
function isSignedByEither(message: SignedMessage): boolean {
  const { IDP_WEBHOOK_SECRET: secret, IDP_WEBHOOK_SECRET_PREVIOUS: previous } = process.env;
  return isSigned(message, secret) || (Boolean(secret) && isSigned(message, previous));
}

function unsigned(exchange: Exchange): Response {
  const message = "The message is not signed by the identity provider, or its timestamp is more than five minutes off.";
  const response = errorResponse(exchange, apiError("AUTH_INVALID", message).data);
  // The header is removed because a bearer token would not help: this request is authenticated by its signature.
  response.headers.delete("WWW-Authenticate");
  return response;
}
