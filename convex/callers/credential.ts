// The credential that a request carries. Pure.
import { apiError } from "../lib/errors";
import type { ApiError } from "../lib/errors";

/** The token of `Authorization: Bearer <token>`. Throws AUTH_MISSING without the header, AUTH_INVALID for another form of it. */
export function bearerToken(headers: Headers): string {
  const header = headers.get("Authorization");
  if (header === null) throw apiError("AUTH_MISSING", "Send the project's API key as Authorization: Bearer <key>.");
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (token !== undefined) return token;
  throw apiError(
    "AUTH_INVALID",
    "The Authorization header must be Bearer <key>, the project's API key after one space.",
  );
}

/** One sentence for malformed, unknown and revoked keys: strangers must not learn which keys once existed. */
export function invalidKey(): ApiError {
  return apiError("AUTH_INVALID", "The API key is malformed, unknown or revoked.");
}
