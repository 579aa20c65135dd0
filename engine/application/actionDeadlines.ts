// Ends actions whose time is over. Actions that begin within the same half minute share one signal and one timer, so
// that a request pays nothing for its deadline; each has at least the full time.
import { setMaxListeners } from "node:events";

const actionTimeoutMs = 30 * 60 * 1000;
const sharedForMs = 30 * 1000;

export class ActionDeadlines {
  private readonly live = new Set<AbortController>();
  private newest: { controller: AbortController; until: number } | null = null;

  constructor(private readonly now: () => number) {}

  signal(): AbortSignal {
    const now = this.now();
    if (this.newest === null || now >= this.newest.until) {
      this.newest = { controller: this.open(), until: now + sharedForMs };
    }
    return this.newest.controller.signal;
  }

  /** The server goes down: everything that still runs ends now. */
  endAll(): void {
    for (const controller of this.live) controller.abort(new Error("The server is shutting down."));
  }

  private open(): AbortController {
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    this.live.add(controller);
    const timer = setTimeout(() => {
      this.live.delete(controller);
      controller.abort(new Error(`Your action timed out: it ran for more than ${actionTimeoutMs / 1000} seconds.`));
    }, actionTimeoutMs + sharedForMs);
    timer.unref();
    return controller;
  }
}
