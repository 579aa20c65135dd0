// What the sender of a wrong credential learns. Pure.
import { apiError } from "../lib/errors";
import type { ApiError } from "../lib/errors";

/** `header` is the header Authorization, in which there is no bearer token. */
export function unreadable(header: string | null): ApiError {
  if (header === null) return apiError("AUTH_MISSING", "Send the project's API key as Authorization: Bearer <key>.");
  return apiError(
    "AUTH_INVALID",
    "The Authorization header must be Bearer <key>, the project's API key after one space.",
  );
}

/** Malformed, unknown and revoked keys get the same message: strangers must not learn which keys existed. */
export function invalidKey(): ApiError {
  return apiError("AUTH_INVALID", "The API key is malformed, unknown or revoked.");
}
