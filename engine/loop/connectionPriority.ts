// New connections have priority over other work. Node accepts one connection in each turn of the event loop. While
// every turn is full of work, new clients wait for seconds, and a client that opens a thousand connections blocks all
// others. A turn that does nothing else costs almost nothing, so other work pauses for a short time while connections
// arrive. Then the work gets its share before connections have priority again.
import { performance } from "node:perf_hooks";

const maxPauseMs = 50;
/** For this long the work continues before new connections have priority again. */
const workMs = 50;
/**
 * When this many pauses in a row ended while connections were still arriving, the server counts as crowded: a
 * thousand clients may be reconnecting together.
 */
const crowdedAfterPauses = 3;
const crowdedMs = 1_000;

let hasArrived = false;
let pausedSinceMs: number | null = null;
let workUntilMs = 0;
let fullPauses = 0;
let crowdedUntilMs = 0;
let waiting: (() => void)[] = [];

/** Must be called for each connection that is accepted. */
export function connectionArrived(): void {
  hasArrived = true;
  if (pausedSinceMs !== null || performance.now() < workUntilMs) return;
  pausedSinceMs = performance.now();
  setImmediate(endTurn);
}

/** While this is true, other work must wait: pass it to `afterConnections`. */
export function haveConnectionsPriority(): boolean {
  return pausedSinceMs !== null;
}

/** Returns true when, during the last second, more connections arrived than could be accepted. */
export function isCrowded(): boolean {
  return performance.now() < crowdedUntilMs;
}

export function afterConnections(resume: () => void): void {
  waiting.push(resume);
}

function endTurn(): void {
  const now = performance.now();
  if (hasArrived && pausedSinceMs !== null && now - pausedSinceMs < maxPauseMs) {
    hasArrived = false;
    setImmediate(endTurn);
    return;
  }
  pausedSinceMs = null;
  fullPauses = hasArrived ? fullPauses + 1 : 0;
  if (hasArrived) workUntilMs = now + workMs;
  if (fullPauses >= crowdedAfterPauses) crowdedUntilMs = now + crowdedMs;
  hasArrived = false;
  const all = waiting;
  waiting = [];
  for (const resume of all) resume();
}
