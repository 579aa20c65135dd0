// Queries that become ready in one turn of the event loop run one after another inside one containment, each leaving
// its context, still warm, to the next. Which of them left a rejection unhandled nobody can say then; so, should one
// have, all of them run again, each by itself. Nothing is lost by that: queries change nothing.
import { performance } from "node:perf_hooks";
import { afterArrivals, arrivalsComeFirst } from "../../loop/arrivals";
import { Lanes } from "../../loop/lanes";
import { turnEndsAt } from "../../loop/turn";
import { together } from "../../runtime/pump";
import { afterRejections, lateRejections } from "../../runtime/rejections";

interface Ready {
  /** Begins it, or begins it anew when it has to run by itself. */
  begin: () => void;
  /** Its caller is told what the run that began last came to. */
  settle: () => void;
}

export class QueriesTogether {
  private readonly waiting = new Lanes<Ready>();
  private isScheduled = false;

  /** Those of one address wait for each other, and not for those of others; null: no client asks. */
  run<T>(address: string | null, query: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve) => {
      let running: Promise<T> | null = null;
      const begin = (): void => {
        running = null;
        running = query();
        // Whoever waits for it is told in the end.
        running.catch(() => undefined);
      };
      // One that was ended by force, in the middle of being begun, runs again by itself: there it is told why.
      this.waiting.push(address ?? "", { begin, settle: () => resolve(running ?? query()) });
      if (this.isScheduled) return;
      this.isScheduled = true;
      queueMicrotask(() => void this.runSome());
    });
  }

  private async runSome(): Promise<void> {
    if (arrivalsComeFirst()) return afterArrivals(() => void this.runSome());
    const ran: Ready[] = [];
    const before = lateRejections();
    const endsAt = turnEndsAt();
    do together(() => this.beginUntil(endsAt, ran));
    while (!this.waiting.isEmpty && performance.now() < endsAt);
    this.isScheduled = !this.waiting.isEmpty;
    if (this.isScheduled) setImmediate(() => void this.runSome());
    await new Promise<void>((resolve) => afterRejections(resolve));
    if (lateRejections() !== before) for (const query of ran) query.begin();
    for (const query of ran) query.settle();
  }

  private beginUntil(endsAt: number, begun: Ready[]): void {
    do {
      const query = this.waiting.next();
      if (query === null) return;
      begun.push(query);
      query.begin();
    } while (performance.now() < endsAt);
  }
}
