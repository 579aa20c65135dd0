// Ends a serving process: in order on the first signal, at once on the second.
import { startHeartbeat } from "./loop/heartbeat";

/**
 * One key press can arrive as two signals: the terminal signals the whole process group, and npm passes on its copy.
 * Equal signals within this time count as one.
 */
const samePressMs = 100;

/**
 * Calls `stop` and then exits with code 0. The cause is the first SIGTERM or SIGINT, or the end of the process that
 * watches over this one (`scripts/supervise.mjs`), which learns from now on that this one lives. A second signal ends
 * the process at once with code 1. The returned signal aborts when stopping begins.
 */
export function stopOnSignals(stop: () => Promise<void>): AbortSignal {
  const controller = new AbortController();
  let first: { name: NodeJS.Signals; at: number } | null = null;
  const onSignal = (name: NodeJS.Signals): void => {
    if (first === null) {
      first = { name, at: performance.now() };
      controller.abort();
      void stopAndExit(stop);
    } else if (name !== first.name || performance.now() - first.at > samePressMs) {
      process.exit(1);
    }
  };
  const onOrphaned = (): void => {
    if (first === null) onSignal("SIGTERM");
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
