// Mutations that met others in the same rows. Convex tries such a mutation again a few times and then gives up; whoever
// called it may go on trying, since nothing of it has happened.
import { isConflict } from "./conflicts";

/**
 * Each try is up to five of Convex's, which take some seconds where many meet. No try begins later than this: a client
 * waits for the answer.
 */
const lastTryWithinMs = 15_000;
const firstPauseMs = 25;
const longestPauseMs = 400;

/** Runs a mutation of an action again while it fails by a conflict. The whole of it has to be one transaction. */
export async function untilDone<Result>(mutation: () => Promise<Result>): Promise<Result> {
  const beganMs = Date.now();
  for (let tries = 1; ; tries++) {
    try {
      return await mutation();
    } catch (thrown) {
      const pauseMs = Math.min(firstPauseMs * 2 ** tries, longestPauseMs) * Math.random();
      const isInTime = Date.now() + pauseMs < beganMs + lastTryWithinMs;
      if (!isConflict(thrown) || !isInTime) throw thrown;
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs);
      });
    }
  }
}
