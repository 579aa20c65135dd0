// The response to a request that is refused or fails. Only such requests load this file. Pure.
import { secondsUntil } from "../callers/quotas";
import { omitNullish } from "../lib/omitNullish";
import { statusByCode } from "../lib/errors";
import type { ApiErrorData } from "../lib/errors";
import { jsonResponse } from "./envelope";
import type { Exchange } from "./envelope";

/** `headers` are additional to the common ones, such as `Allow`. */
export function errorResponse(exchange: Exchange, error: ApiErrorData, headers: Record<string, string> = {}): Response {
  const status = statusByCode[error.code];
  exchange.code = error.code;
  const challenge = status === 401 ? { "WWW-Authenticate": "Bearer" } : {};
  const { quota, ...told } = error;
  const pause = quota === undefined ? undefined : String(secondsUntil(quota.resetsAtMs));
  return jsonResponse(exchange, status, errorBody(exchange, told, status), {
    ...challenge,
    ...omitNullish({ "Retry-After": pause }),
    ...headers,
  });
}

function errorBody(exchange: Exchange, error: ApiErrorData, status: number): unknown {
  if (exchange.isLegacy) return { error: error.message };
  const retryable = status >= 500 ? { retryable: true } : {};
  return { error: { ...retryable, ...error, requestId: exchange.requestId } };
}
