import type { ApiErrorData } from "./errors";

/** As Convex words it, when a mutation met others in the same rows again and again. An action is told no code. */
const conflictMessage = /changed while this mutation was being run and on every subsequent retry/;

export function isConflict(thrown: unknown): boolean {
  return thrown instanceof Error && conflictMessage.test(thrown.message);
}

/** What a client is told of a conflict; null of anything else. */
export function conflictOf(thrown: unknown): ApiErrorData | null {
  if (!isConflict(thrown)) return null;
  const message = "Too many requests change the same thing at this moment. Nothing has happened; try again.";
  return { code: "CONFLICT", message, retryable: true };
}
