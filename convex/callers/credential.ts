// Reads the credential of a request. Pure.
import { apiError } from "../lib/errors";
import type { ApiError } from "../lib/errors";

/** Returns the token of `Authorization: Bearer <token>`. Throws AUTH_MISSING without the header, else AUTH_INVALID. */
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

/** Malformed, unknown and revoked keys get the same message: strangers must not learn which keys existed. */
export function invalidKey(): ApiError {
  return apiError("AUTH_INVALID", "The API key is malformed, unknown or revoked.");
}
