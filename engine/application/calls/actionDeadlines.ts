// Ends actions whose time is over. Actions that begin within the same half minute share one deadline and one timer, so
// that a request pays almost nothing for it. Each action has at least the full time.
import { Deadline } from "../../runtime/deadline";

const actionTimeoutMs = 30 * 60 * 1000;
const sharedForMs = 30 * 1000;

export class ActionDeadlines {
  private readonly live = new Set<Deadline>();
  private newest: { deadline: Deadline; until: number } | null = null;

  constructor(private readonly now: () => number) {}

  current(): Deadline {
    const now = this.now();
    if (this.newest === null || now >= this.newest.until) {
      this.newest = { deadline: this.open(), until: now + sharedForMs };
    }
    return this.newest.deadline;
  }

  /** The server is shutting down, so every action that still runs ends now. */
  endAll(): void {
    for (const deadline of this.live) deadline.end(new Error("The server is shutting down."));
  }

  private open(): Deadline {
    const deadline = new Deadline();
    this.live.add(deadline);
    const timer = setTimeout(() => {
      this.live.delete(deadline);
      deadline.end(new Error(`Your action timed out: it ran for more than ${actionTimeoutMs / 1000} seconds.`));
    }, actionTimeoutMs + sharedForMs);
    timer.unref();
    return deadline;
  }
}
