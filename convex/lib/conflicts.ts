// Repeats mutations that conflicted with others over the same rows. Convex tries such a mutation a few times and then
// gives up. The caller may try again, because nothing of the mutation has happened.
import type { ApiErrorData } from "./errors";
import { sleep } from "./sleep";

/** Convex's message for conflicts over the same rows. An action receives no error code, so the message is compared. */
const conflictMessage = /changed while this mutation was being run and on every subsequent retry/;

export function isConflict(thrown: unknown): boolean {
  return thrown instanceof Error && conflictMessage.test(thrown.message);
}

/** The answer to a client after a conflict. Null for any other error. */
export function conflictErrorOf(thrown: unknown): ApiErrorData | null {
  if (!isConflict(thrown)) return null;
  const message = "Too many requests change the same thing at this moment. Nothing has happened; try again.";
  return { code: "CONFLICT", message, retryable: true };
}

/** No try begins later, because a client waits. Each try includes up to five of Convex's own, which take seconds. */
const lastTryWithinMs = 15_000;
const firstPauseMs = 25;
const maxPauseMs = 400;

/** Repeats a mutation while it conflicts. All of the work must be in it, so that a failed try changes nothing. */
export async function retryOnConflict<Result>(mutation: () => Promise<Result>): Promise<Result> {
  const beganMs = Date.now();
  for (let tries = 1; ; tries++) {
    try {
      return await mutation();
    } catch (thrown) {
      const pauseMs = Math.min(firstPauseMs * 2 ** tries, maxPauseMs) * Math.random();
      const isInTime = Date.now() + pauseMs < beganMs + lastTryWithinMs;
      if (!isConflict(thrown) || !isInTime) throw thrown;
      await sleep(pauseMs);
    }
  }
}
