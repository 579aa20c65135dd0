// Connections come first. Node accepts one in each turn of the event loop, so while turns are full of work those who
// want to come in stand at the door for seconds, and one client that opens a thousand connections keeps everybody else
// there. A turn costs next to nothing when it does nothing else: while connections come in, whatever can wait does, for
// a short while; then the work has its share before they come first again.
import { performance } from "node:perf_hooks";

const longestHoldMs = 50;
/** For how long the work goes on before arrivals come first again. */
const workMs = 50;
/**
 * After so many holds that ended with connections still coming in: a thousand clients that come back together are let
 * in.
 */
const crowdedAfterHolds = 3;
const crowdedMs = 1_000;

let hasArrived = false;
let heldSinceMs: number | null = null;
let workUntilMs = 0;
let fullHolds = 0;
let crowdedUntilMs = 0;
let waiting: (() => void)[] = [];

/** To be told of each connection that is accepted. */
export function connectionArrived(): void {
  hasArrived = true;
  if (heldSinceMs !== null || performance.now() < workUntilMs) return;
  heldSinceMs = performance.now();
  setImmediate(endTurn);
}

/** True: whoever has work to do shall do it `afterArrivals`. */
export function arrivalsComeFirst(): boolean {
  return heldSinceMs !== null;
}

/** True: of late more came in than could be accepted. */
export function isCrowded(): boolean {
  return performance.now() < crowdedUntilMs;
}

export function afterArrivals(goOn: () => void): void {
  waiting.push(goOn);
}

function endTurn(): void {
  const now = performance.now();
  if (hasArrived && heldSinceMs !== null && now - heldSinceMs < longestHoldMs) {
    hasArrived = false;
    setImmediate(endTurn);
    return;
  }
  heldSinceMs = null;
  fullHolds = hasArrived ? fullHolds + 1 : 0;
  if (hasArrived) workUntilMs = now + workMs;
  if (fullHolds >= crowdedAfterHolds) crowdedUntilMs = now + crowdedMs;
  hasArrived = false;
  const all = waiting;
  waiting = [];
  for (const goOn of all) goOn();
}
