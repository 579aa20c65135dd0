// Decides which client is served when. The event loop turns only when nothing is ready: work that has all it needs
// continues through any number of awaits. So such work has to pause by itself.
import { setImmediate as nextTurn } from "node:timers/promises";

/** The turn of one client's work. It is over when others have waited for it long enough. */
export class Turn {
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

/** Runs up to `atOnce` bodies at the same time. The others follow in the order in which they came. */
export class Turns {
  private running = 0;
  private readonly waiting: (() => Promise<void>)[] = [];

  constructor(private readonly atOnce: number) {}

  /** Runs `body` when its turn has come. `body` must not reject. */
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
