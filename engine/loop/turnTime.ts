// The time that all work together may take in one turn of the event loop. It is long enough to serve a burst of short
// requests together, and short enough that connections, sockets and timers soon have their turn.
import { performance } from "node:perf_hooks";

const workMs = 15;
let endsAtMs = 0;

/**
 * Returns the time at which the work of this turn must end. Every worker does at least one piece of work, and
 * continues until that time.
 */
export function turnEndsAt(): number {
  if (endsAtMs === 0) {
    endsAtMs = performance.now() + workMs;
    setImmediate(endTurn);
  }
  return endsAtMs;
}

function endTurn(): void {
  endsAtMs = 0;
}
