// How much garbage a process keeps that has become large. By itself V8 lets the heap grow to a multiple of what is in
// use before it collects all of it, and a burst, or an attack, raises what it takes for normal: the process then keeps
// 600 MB for the 90 it uses. Collecting more often costs a fifth of what is served, so a heap of ordinary size is left
// alone.
import { setFlagsFromString } from "node:v8";

const ordinaryBytes = 320 * 1024 * 1024;
/** A larger heap is collected when it has grown by so much of what the last collection left, in percent. */
const growthPercent = 60;
const lookEveryMs = 2_000;

export function boundHeapGrowth(): () => void {
  let isBounded = false;
  const timer = setInterval(() => {
    const isLarge = process.memoryUsage().heapTotal > ordinaryBytes;
    if (isLarge === isBounded) return;
    isBounded = isLarge;
    // V8 reads it at each collection; 0 leaves it to V8.
    setFlagsFromString(`--heap-growing-percent=${isBounded ? growthPercent : 0}`);
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
