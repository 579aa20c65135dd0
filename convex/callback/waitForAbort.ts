// Notices that the caller has left. What it waited for must not be given to it then.

/** Resolves when the signal aborts, and never otherwise. */
export function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
