// The clock of the process that plays the past. Everything in it reads `Date.now`, also the engine and the product's
// functions, so what it stores was made when it says so. No interface of the product can set a time.
const realNow = Date.now;
let offsetMs = Number.NEGATIVE_INFINITY;

/** Must be called before the engine is loaded, because its modules keep the function. */
export function beginPast(startMs: number): void {
  Date.now = () => realNow() + offsetMs;
  moveTo(startMs);
}

/** Moves the clock on to this time. It never goes back. */
export function moveTo(timeMs: number): void {
  offsetMs = Math.max(offsetMs, timeMs - realNow());
}

export function pass(ms: number): void {
  offsetMs = Math.min(0, offsetMs + ms);
}
