// Who is served when. The event loop turns only when nothing is ready: work that has all it needs goes on through any
// number of awaits, so it has to step back by itself.
import { setImmediate as nextTurn } from "node:timers/promises";

/** Of one client's work: over when others have waited for it long enough. */
export class Turn {
  private beganAt = performance.now();

  constructor(private readonly longestMs: number) {}

  get isOver(): boolean {
    return performance.now() - this.beganAt > this.longestMs;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.beganAt = performance.now();
  }
}

/** Lets so many go at once, the others in the order in which they came. */
export class Turns {
  private running = 0;
  private readonly waiting: (() => Promise<void>)[] = [];

  constructor(private readonly atOnce: number) {}

  /** `body` must not reject. */
  take(body: () => Promise<void>): void {
    this.waiting.push(body);
    if (this.waiting.length === 1) setImmediate(() => this.next());
  }

  private next(): void {
    while (this.running < this.atOnce) {
      const body = this.waiting.shift();
      if (body === undefined) return;
      this.running++;
      void body().finally(() => {
        this.running--;
        this.next();
      });
    }
  }
}
