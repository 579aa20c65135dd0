// Waiting for what comes to a list. An action has no subscriptions, so it looks again and again. What it asks is kept by
// the platform until something that it read is written (`followQuery`): a look that finds nothing reads no document.
import type { Further } from "./routes";

/** How long it is from one look to the next: while things happen, and at most. */
const pauseMs = { least: 250, most: 1000 };
/** In between, what comes is seen late by this share of the time that nothing came before it. */
const pauseShare = 1 / 60;

/** Looks once for what came after an item. Throws what endpoints throw. */
export type Look = (after: number) => Promise<Further>;

export interface Patience {
  /** Since when nothing has come. */
  quietSinceMs: number;
  /** When to stop; may be put forward meanwhile. */
  untilMs: number;
}

/** Gives what the first look found that found something, or else the last one. */
export async function lookUntil(look: Look, after: number, patience: Patience): Promise<Further> {
  for (;;) {
    await pause(nextPauseMs(patience, Date.now()));
    const found = await look(after);
    if (found.page.data.length > 0 || Date.now() >= patience.untilMs) return found;
  }
}

function nextPauseMs({ quietSinceMs, untilMs }: Patience, nowMs: number): number {
  const wanted = Math.min(pauseMs.most, Math.max(pauseMs.least, (nowMs - quietSinceMs) * pauseShare));
  return Math.max(0, Math.min(wanted, untilMs - nowMs));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
