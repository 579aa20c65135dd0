// Ends a serving process: in order on the first signal, at once on the second.
import { startHeartbeat } from "./loop/heartbeat";

/**
 * One key press can arrive as several signals: the terminal signals the whole process group, and npm and the supervisor
 * pass on their copies, which a program in between may have turned into SIGTERM, on a busy machine much later. Signals
 * within this time count as one.
 */
const samePressMs = 1000;

/**
 * Calls `stop` and then exits with code 0. The cause is the first SIGTERM or SIGINT, or the end of the process that
 * watches over this one (`scripts/supervise.mjs`), which learns from now on that this one lives. A second signal ends
 * the process at once with code 1. The returned signal aborts when stopping begins.
 */
export function stopOnSignals(stop: () => Promise<void>): AbortSignal {
  const controller = new AbortController();
  let firstAtMs: number | null = null;
  const onSignal = (): void => {
    if (firstAtMs === null) {
      firstAtMs = performance.now();
      controller.abort();
      void stopAndExit(stop);
    } else if (performance.now() - firstAtMs > samePressMs) {
      process.exit(1);
    }
  };
  const onOrphaned = (): void => {
    if (firstAtMs === null) onSignal();
  };
  if (process.send !== undefined) {
    process.once("disconnect", onOrphaned);
    // The open channel to the parent must not keep the process alive.
    process.channel?.unref();
    if (!process.connected) onOrphaned();
    startHeartbeat();
  }
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  return controller.signal;
}

async function stopAndExit(stop: () => Promise<void>): Promise<void> {
  try {
    await stop();
    process.exit(0);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
