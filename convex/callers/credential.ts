// Reads the credential of a request. Pure.
import { apiError } from "../lib/errors";
import type { ApiError } from "../lib/errors";

/**
 * Returns the token of `Authorization: Bearer <token>`. Throws AUTH_MISSING when the header is missing, and
 * AUTH_INVALID when it has another form.
 */
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

/**
 * The same message for malformed, unknown and revoked keys, because strangers must not learn which keys once existed.
 */
export function invalidKey(): ApiError {
  return apiError("AUTH_INVALID", "The API key is malformed, unknown or revoked.");
}
