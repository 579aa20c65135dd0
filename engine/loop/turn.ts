// What all work together may take of one turn of the event loop. Long enough for a burst of short requests to be served
// as one, short enough that connections, sockets and timers have theirs soon.
import { performance } from "node:perf_hooks";

const workMs = 15;
let endsAtMs = 0;

/** Whoever has work to do does at least one piece of it, and more until then. */
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
