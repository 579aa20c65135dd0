// Queries that become ready in one turn of the event loop run one after another inside one containment, each leaving its
// context, still warm, to the next. Which of them left a rejection unhandled nobody can say then; so, should one have,
// all of them run again, each by itself. Nothing is lost by that: queries change nothing.
import { together } from "../runtime/pump";
import { afterRejections, lateRejections } from "../runtime/rejections";

interface Ready {
  /** Begins it, or begins it anew when it has to run by itself. */
  begin: () => void;
  /** Its caller is told what the run that began last came to. */
  settle: () => void;
}

export class QueriesTogether {
  private ready: Ready[] = [];

  run<T>(query: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve) => {
      let running: Promise<T> | null = null;
      const begin = (): void => {
        running = null;
        running = query();
        // Whoever waits for it is told in the end.
        running.catch(() => undefined);
      };
      // One that was ended by force, in the middle of being begun, runs again by itself: there it is told why.
      this.ready.push({ begin, settle: () => resolve(running ?? query()) });
      if (this.ready.length === 1) queueMicrotask(() => void this.runReady());
    });
  }

  private async runReady(): Promise<void> {
    const { ready } = this;
    this.ready = [];
    const before = lateRejections();
    for (let next = 0; next < ready.length;) {
      together(() => {
        while (next < ready.length) ready[next++]?.begin();
      });
    }
    await new Promise<void>((resolve) => afterRejections(resolve));
    if (lateRejections() !== before) for (const query of ready) query.begin();
    for (const query of ready) query.settle();
  }
}
