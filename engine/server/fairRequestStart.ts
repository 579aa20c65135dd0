// Decides when requests begin. None begins while connections arrive. Requests that had to wait begin in small groups: a
// few for each client in each turn of the event loop. All requests that have begun share the following turns. Without
// these groups, a client that sends a thousand requests at once would make all others wait for all of them.
import { afterConnections, haveConnectionsPriority } from "../loop/connectionPriority";

const togetherPerClient = 4;

export class FairRequestStart {
  private readonly waiting = new Map<string, (() => void)[]>();

  /** Waits until a request may begin. Returns null when it may begin at once. */
  wait(client: string): Promise<void> | null {
    if (!haveConnectionsPriority() && this.waiting.size === 0) return null;
    return new Promise((resolve) => {
      if (this.waiting.size === 0) this.beginLater();
      const queue = this.waiting.get(client);
      if (queue === undefined) this.waiting.set(client, [resolve]);
      else queue.push(resolve);
    });
  }

  private beginLater(): void {
    const beginSome = (): void => this.beginSome();
    if (haveConnectionsPriority()) afterConnections(beginSome);
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
