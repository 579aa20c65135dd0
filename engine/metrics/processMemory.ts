// The memory of the process, also while clients hold all descriptors that it may have. Node opens a file to learn how
// much is resident, and throws when it cannot.
import { getHeapStatistics } from "node:v8";

type ProcessMemory = Pick<NodeJS.MemoryUsage, "rss" | "heapTotal" | "heapUsed" | "external">;

/** `rss` is the least that it can be where it cannot be learned. */
export function processMemory(): ProcessMemory {
  try {
    return process.memoryUsage();
  } catch {
    const { total_heap_size: heapTotal, used_heap_size: heapUsed, external_memory: external } = getHeapStatistics();
    return { rss: heapTotal + external, heapTotal, heapUsed, external };
  }
}
