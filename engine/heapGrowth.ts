// Bounds how much garbage the process keeps. By default V8 lets the heap grow to a multiple of the memory in use before
// it collects all garbage, and what is in use just when a burst of large transactions runs is many times what is in use
// later: afterwards the process keeps 600 MB although it uses 90. Frequent collection costs a fifth of the throughput,
// so a heap of ordinary size is left alone. A large one is collected when the process approaches its bound, and once
// more when it has become idle.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { processMemory } from "./metrics/processMemory";

const mebibyte = 1024 * 1024;
const ordinaryBytes = 144 * mebibyte;
/** A large heap is collected when it has grown by this percentage since the last collection. */
const growthPercent = 50;
const checkEveryMs = 1_000;
/**
 * A process that used less than this share of a core for so many looks is idle, and two collections within its first
 * minute make it small. The second one is there because V8 makes the young generation smaller only when little was
 * allocated for some seconds before. They do not come sooner, because what nothing refers to between two requests dies
 * in them, and compiled code that refers to it: the next thousands of requests take up to twice as long.
 */
const idle = { share: 0.1, looks: [36, 48] };
/** An idle process that holds more memory gives some back. */
const idleBytes = 128 * mebibyte;
/**
 * A busy process that holds more memory gives some back. It grows by at most 50 MB between two looks, and must stay
 * below 400 MB.
 */
const busyBytes = 300 * mebibyte;
/**
 * A collection takes 50 to 100 ms, in which nobody is served. So there is none while this much garbage cannot have come
 * together, and none soon after another one.
 */
const least = { bytes: 64 * mebibyte, looksBetween: 5 };

export interface Look {
  residentBytes: number;
  /** The bytes of JavaScript objects and of buffers, garbage included. */
  usedBytes: number;
  /** The share of a core that the process has used since the last look. */
  share: number;
}

/** Decides from look to look whether to collect all garbage. */
export class CollectionRule {
  private quietLooks = 0;
  private looksSince = least.looksBetween;
  /** The smallest use since the last collection. What is in use beyond it may be garbage. */
  private floorBytes = 0;

  isDue({ residentBytes, usedBytes, share }: Look): boolean {
    this.looksSince++;
    // The look after a collection sees the collection's own work.
    const isQuiet = share < idle.share || this.looksSince === 1;
    this.quietLooks = isQuiet ? this.quietLooks + 1 : 0;
    this.floorBytes = Math.min(this.floorBytes, usedBytes);
    if (idle.looks.includes(this.quietLooks) && residentBytes > idleBytes) return true;
    const mayHelp = usedBytes - this.floorBytes > least.bytes && this.looksSince > least.looksBetween;
    return residentBytes > busyBytes && mayHelp;
  }

  collected(usedBytes: number): void {
    this.looksSince = 0;
    this.floorBytes = usedBytes;
  }
}

export function boundHeapGrowth(): () => void {
  const rule = new CollectionRule();
  let isBounded = false;
  let cpu = process.cpuUsage();
  const timer = setInterval(() => {
    const { heapTotal, heapUsed, external, rss: residentBytes } = processMemory();
    const { user, system } = process.cpuUsage(cpu);
    cpu = process.cpuUsage();
    const share = (user + system) / 1000 / checkEveryMs;
    if (rule.isDue({ residentBytes, usedBytes: heapUsed + external, share })) {
      void collectAllGarbage().then(() => rule.collected(usedBytes()));
    }
    const isLarge = heapTotal > ordinaryBytes;
    if (isLarge === isBounded) return;
    isBounded = isLarge;
    // V8 reads this flag at each collection. 0 leaves the decision to V8.
    setFlagsFromString(`--heap-growing-percent=${isBounded ? growthPercent : 0}`);
  }, checkEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

function usedBytes(): number {
  const { heapUsed, external } = processMemory();
  return heapUsed + external;
}

type Collect = (options: { type: "major"; execution: "async" }) => Promise<void>;

/**
 * Collects all garbage. `async` means in a task of its own, when no function is on the stack whose variables would keep
 * garbage alive. It is also the only form with options that Node 20 does not take for a collection of young garbage.
 */
export async function collectAllGarbage(): Promise<void> {
  // Only contexts that are made while the flag is set have the function. The contexts of guest code must not have it.
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as Collect;
  setFlagsFromString("--no-expose-gc");
  await gc({ type: "major", execution: "async" });
}
