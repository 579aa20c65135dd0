// Decides which client is served when. The event loop turns only when nothing is ready: work that has all it needs
// continues through any number of awaits. So such work has to pause by itself.
import { setImmediate as nextTurn } from "node:timers/promises";

/** The turn of one client's work. It is over when others have waited for it long enough. */
export class TimeSlice {
  private beganAt = performance.now();

  constructor(private readonly maxMs: number) {}

  get isOver(): boolean {
    return performance.now() - this.beganAt > this.maxMs;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.beganAt = performance.now();
  }
}

/** A rest is this many times as long as the burst before it. */
const pauseFactor = 2.5;
/** A rest is never longer, so that clients do not wait long for what has changed meanwhile. */
const maxPauseMs = 125;

/** A burst in which others began no more calls than this is not followed by a rest, because nobody needs it. */
const fewCalls = 2;

/**
 * Serves clients, up to `atOnce` at the same time, in the order in which they came. In one burst each client has one
 * turn. After a burst in which others made calls comes a rest: while a thousand clients watch what others write all the
 * time, the writers have most of the time, and the changes for the clients add up. A client that comes in quiet times
 * is served at once.
 */
export class RoundScheduler {
  private running = 0;
  private waiting: Waiting[] = [];
  /** Clients that had their turn in this burst and came again. */
  private later: Waiting[] = [];
  private served = new Set<object>();
  private beganAt = 0;
  private pausedUntil = 0;
  private isPaused = true;
  private begunBefore = 0;

  constructor(
    private readonly atOnce: number,
    private readonly callsBegun: () => number,
  ) {}

  /** Runs `body` when the turn of `client` has come. `body` must not reject. */
  schedule(client: object, body: () => Promise<void>): void {
    if (this.served.has(client)) this.later.push({ client, body });
    else this.waiting.push({ client, body });
    if (!this.isPaused || this.waiting.length > 1) return;
    // The clients that came with the last writes have called by then.
    setImmediate(() => this.beginOrPause());
  }

  private beginOrPause(): void {
    const restMs = this.pausedUntil - performance.now();
    if (restMs > 0 && this.callsBegun() - this.begunBefore > fewCalls) setTimeout(() => this.begin(), restMs);
    else this.begin();
  }

  private begin(): void {
    this.isPaused = false;
    this.beganAt = performance.now();
    this.begunBefore = this.callsBegun();
    this.next();
  }

  private next(): void {
    if (this.isPaused) return;
    while (this.running < this.atOnce) {
      const first = this.waiting.shift();
      if (first === undefined) return this.pause();
      this.served.add(first.client);
      this.running++;
      void first.body().finally(() => {
        this.running--;
        this.next();
      });
    }
  }

  /** All have had their turn, or are having it. */
  private pause(): void {
    const now = performance.now();
    this.isPaused = true;
    this.pausedUntil = now + Math.min((now - this.beganAt) * pauseFactor, maxPauseMs);
    this.served = new Set();
    const again = this.later;
    this.later = [];
    for (const { client, body } of again) this.schedule(client, body);
  }
}

interface Waiting {
  client: object;
  body: () => Promise<void>;
}
