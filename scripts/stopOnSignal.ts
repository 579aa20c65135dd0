/** The terminal sends its signal to the whole process group and npm passes on its own copy: one key press, not two. */
const samePressMs = 100;

/**
 * On SIGTERM or SIGINT ends the process by `stop`, with exit code 0. Another signal ends it at once. The returned
 * signal aborts when stopping begins.
 */
export function stopOnSignal(stop: () => Promise<void>): AbortSignal {
  const controller = new AbortController();
  let firstAt: number | null = null;
  const onSignal = (): void => {
    if (firstAt !== null) {
      if (performance.now() - firstAt > samePressMs) process.exit(1);
      return;
    }
    firstAt = performance.now();
    controller.abort();
    void stopAndExit(stop);
  };
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
