// Bounds how much garbage a large process keeps. By default V8 lets the heap grow to a multiple of the memory in use
// before it collects all garbage. A burst of requests, or an attack, raises the amount that V8 considers normal:
// afterwards the process keeps 600 MB although it uses 90. Frequent collection costs a fifth of the throughput, so a
// heap of ordinary size is left alone, and a large one is collected once more when the process has become idle.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const ordinaryBytes = 144 * 1024 * 1024;
/** A large heap is collected when it has grown by this percentage since the last collection. */
const growthPercent = 60;
const lookEveryMs = 2_000;
/** A process that used less than this share of a core for this long is idle. */
const idle = { share: 0.1, looks: 4 };
/** An idle process that holds more memory gives some back. The collection takes about 0.1 s. */
const idleBytes = 180 * 1024 * 1024;

type Collect = (options: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;

export function boundHeapGrowth(): () => void {
  let isBounded = false;
  let quietLooks = 0;
  let cpu = process.cpuUsage();
  const timer = setInterval(() => {
    const { heapTotal, rss } = process.memoryUsage();
    const { user, system } = process.cpuUsage(cpu);
    cpu = process.cpuUsage();
    quietLooks = (user + system) / 1000 < idle.share * lookEveryMs ? quietLooks + 1 : 0;
    if (quietLooks === idle.looks && rss > idleBytes) collect();
    const isLarge = heapTotal > ordinaryBytes;
    if (isLarge === isBounded) return;
    isBounded = isLarge;
    // V8 reads this flag at each collection. 0 leaves the decision to V8.
    setFlagsFromString(`--heap-growing-percent=${isBounded ? growthPercent : 0}`);
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Collects all garbage and gives the memory back to the system. Only a new context sees the function of the flag. */
function collect(): void {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as Collect;
  gc({ type: "major", execution: "sync", flavor: "last-resort" });
}
