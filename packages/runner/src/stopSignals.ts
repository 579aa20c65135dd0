// The signals with which people and service managers end the runner.

/**
 * One key press can arrive as several signals: the terminal signals every process of the command, and npm passes on its
 * copy, on a busy machine much later. Signals within this time count as one.
 */
const samePressMs = 1000;

/**
 * Calls `stop` at the first SIGINT or SIGTERM. A further one, from a person who does not want to wait, calls `endNow`.
 */
export function onStopSignals(stop: () => void, endNow: () => void): void {
  let firstAtMs: number | null = null;
  const onSignal = (): void => {
    if (firstAtMs === null) {
      firstAtMs = performance.now();
      stop();
    } else if (performance.now() - firstAtMs > samePressMs) endNow();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
}
