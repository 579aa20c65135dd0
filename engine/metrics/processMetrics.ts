// What the process uses.
import { counter, gauge, type Family } from "./family";
import { processMemory } from "./processMemory";

export function processMetrics(): Family[] {
  const { rss, heapUsed, heapTotal, external } = processMemory();
  const { user, system } = process.cpuUsage();
  const startedAtMs = Date.now() - process.uptime() * 1000;
  return [
    gauge(
      "process_start_time_seconds",
      "When the process began, in seconds since 1970.",
      startedAtMs / 1000,
      "seconds",
    ),
    counter("process_cpu_seconds", "Time of all threads on a core.", (user + system) / 1e6, "seconds"),
    gauge("process_resident_memory_bytes", "Memory of the process.", rss, "bytes"),
    gauge("nodejs_heap_used_bytes", "Memory that JavaScript objects use.", heapUsed, "bytes"),
    gauge("nodejs_heap_total_bytes", "Memory that V8 has reserved for objects.", heapTotal, "bytes"),
    gauge("nodejs_external_memory_bytes", "Memory of buffers outside of V8's heap.", external, "bytes"),
  ];
}
