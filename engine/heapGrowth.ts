// Bounds how much garbage a large process keeps. By default V8 lets the heap grow to a multiple of the memory in use
// before it collects all garbage. A burst of requests, or an attack, raises the amount that V8 considers normal:
// afterwards the process keeps 600 MB although it uses 90. Frequent collection costs a fifth of the throughput, so a
// heap of ordinary size is left alone.
import { setFlagsFromString } from "node:v8";

const ordinaryBytes = 192 * 1024 * 1024;
/** A large heap is collected when it has grown by this percentage since the last collection. */
const growthPercent = 60;
const lookEveryMs = 2_000;

export function boundHeapGrowth(): () => void {
  let isBounded = false;
  const timer = setInterval(() => {
    const isLarge = process.memoryUsage().heapTotal > ordinaryBytes;
    if (isLarge === isBounded) return;
    isBounded = isLarge;
    // V8 reads this flag at each collection. 0 leaves the decision to V8.
    setFlagsFromString(`--heap-growing-percent=${isBounded ? growthPercent : 0}`);
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
