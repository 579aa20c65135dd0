// The memory of the process, also while clients hold all descriptors that it may have. Node opens a file to learn how
// much is resident, and throws when it cannot.
import { getHeapStatistics } from "node:v8";

type ProcessMemory = Pick<NodeJS.MemoryUsage, "rss" | "heapTotal" | "heapUsed" | "external">;

let lastRss = 0;

/** `rss` is that of the last call that could learn it. */
export function processMemory(): ProcessMemory {
  try {
    const memory = process.memoryUsage();
    lastRss = memory.rss;
    return memory;
  } catch {
    const { total_heap_size: heapTotal, used_heap_size: heapUsed, external_memory: external } = getHeapStatistics();
    return { rss: lastRss, heapTotal, heapUsed, external };
  }
}
