// Answers an error that was thrown. Only requests that are refused or fail load this file.
import { conflictErrorOf } from "../lib/conflicts";
import { apiErrorOf } from "../lib/errors";
import type { ApiErrorData } from "../lib/errors";
import { hasRightChecksum } from "../callers/secretChecksum";
import type { Exchange } from "./envelope";
import { errorResponse } from "./errorResponse";
import { logUnexpectedError } from "./unexpectedErrors";

export function answerThrown(exchange: Exchange, request: Request, thrown: unknown): Response {
  return errorResponse(exchange, errorOf(exchange.requestId, request, thrown));
}

function errorOf(requestId: string, request: Request, thrown: unknown): ApiErrorData {
  const refusal = apiErrorOf(thrown);
  if (refusal?.code === "AUTH_INVALID") return withReason(refusal, request.headers);
  return refusal ?? conflictErrorOf(thrown) ?? logUnexpectedError(requestId, request, thrown);
}

/** A key with a wrong checksum was mistyped. To say so reveals nothing about keys that exist. */
function withReason(refusal: ApiErrorData, headers: Headers): ApiErrorData {
  const key = /^Bearer +(svc_[a-z]+_\w+)$/i.exec(headers.get("Authorization") ?? "")?.[1];
  if (key === undefined || hasRightChecksum(key)) return refusal;
  const reason = "Its last six characters are a checksum, and they do not belong to the others";
  return { ...refusal, message: `${refusal.message} ${reason}: it was mistyped or cut, or is older than checksums.` };
}
