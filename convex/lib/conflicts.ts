import type { ApiErrorData } from "./errors";

/**
 * Matches the message of Convex when a mutation has conflicted with others over the same rows on every try. An action
 * receives no error code, so the message is compared.
 */
const conflictMessage = /changed while this mutation was being run and on every subsequent retry/;

export function isConflict(thrown: unknown): boolean {
  return thrown instanceof Error && conflictMessage.test(thrown.message);
}

/** The answer to a client after a conflict. Null for any other error. */
export function conflictOf(thrown: unknown): ApiErrorData | null {
  if (!isConflict(thrown)) return null;
  const message = "Too many requests change the same thing at this moment. Nothing has happened; try again.";
  return { code: "CONFLICT", message, retryable: true };
}
