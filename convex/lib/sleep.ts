// Pauses of actions.

/** What the embedded engine offers in addition to Convex. */
declare const Convex: { untilChanged?: (mostMs: number) => Promise<void> } | undefined;

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/**
 * Waits until the last query of this action has another result, for at most `mostMs`. Where the platform cannot tell,
 * waits for `pollMs`, and the caller has to look again.
 */
export function untilChanged(pollMs: number, mostMs: number): Promise<void> {
  const wait = typeof Convex === "undefined" ? undefined : Convex.untilChanged;
  return wait === undefined ? sleep(Math.min(pollMs, mostMs)) : wait(mostMs);
}
