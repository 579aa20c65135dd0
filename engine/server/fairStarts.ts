// When requests begin: not while connections come in, and those that had to wait a few of each client in each turn of
// the event loop. All that has begun shares the turns that follow, so whoever sends a thousand requests at once would
// otherwise have everybody else wait for all of them.
import { afterArrivals, arrivalsComeFirst } from "../loop/arrivals";

const togetherPerClient = 4;

export class FairStarts {
  private readonly waiting = new Map<string, (() => void)[]>();

  /** Null: it may begin at once. */
  wait(client: string): Promise<void> | null {
    if (!arrivalsComeFirst() && this.waiting.size === 0) return null;
    return new Promise((resolve) => {
      if (this.waiting.size === 0) this.beginLater();
      const queue = this.waiting.get(client);
      if (queue === undefined) this.waiting.set(client, [resolve]);
      else queue.push(resolve);
    });
  }

  private beginLater(): void {
    const beginSome = (): void => this.beginSome();
    if (arrivalsComeFirst()) afterArrivals(beginSome);
    else setImmediate(beginSome);
  }

  private beginSome(): void {
    for (const [client, queue] of this.waiting) {
      for (const begin of queue.splice(0, togetherPerClient)) begin();
      if (queue.length === 0) this.waiting.delete(client);
    }
    if (this.waiting.size > 0) this.beginLater();
  }
}
