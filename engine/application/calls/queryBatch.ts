// Queries that become ready in one turn of the event loop run one after another inside one containment. Each leaves its
// warm context to the next. If one of them leaves a rejection unhandled, nobody can say which one it was. In that case
// all of them run again, each by itself. That does no harm, because queries change nothing.
import { performance } from "node:perf_hooks";
import { afterConnections, haveConnectionsPriority } from "../../loop/connectionPriority";
import { FairQueue } from "../../loop/fairQueue";
import { turnEndsAt } from "../../loop/turnTime";
import { runContained } from "../../runtime/pump";
import { afterRejectionReports, lateRejections } from "../../runtime/rejections";

interface Ready {
  /** Begins the query, or begins it again when it must run by itself. */
  begin: () => void;
  /** Passes the result of the latest run to the caller. */
  settle: () => void;
}

export class QueryBatch {
  private readonly waiting = new FairQueue<Ready>();
  private isScheduled = false;

  /**
   * Queries of one address wait for each other, but not for those of other addresses. null means that no client asks.
   * `hasBegun` says that the query is not the first one of its action.
   */
  run<T>(address: string | null, query: () => Promise<T>, hasBegun = false): Promise<T> {
    return new Promise<T>((resolve) => {
      let running: Promise<T> | null = null;
      const begin = (): void => {
        running = null;
        running = query();
        // The caller receives this error from `settle`.
        running.catch(() => undefined);
      };
      // If the query was terminated while it began, it runs again by itself, and its caller receives the reason from
      // that run.
      this.waiting.push(address ?? "", { begin, settle: () => resolve(running ?? query()) }, hasBegun);
      if (this.isScheduled) return;
      this.isScheduled = true;
      queueMicrotask(() => void this.runSome());
    });
  }

  private async runSome(): Promise<void> {
    if (haveConnectionsPriority()) return afterConnections(() => void this.runSome());
    const ran: Ready[] = [];
    const before = lateRejections();
    const endsAt = turnEndsAt();
    do runContained(() => this.beginUntil(endsAt, ran));
    while (!this.waiting.isEmpty && performance.now() < endsAt);
    this.isScheduled = !this.waiting.isEmpty;
    if (this.isScheduled) setImmediate(() => void this.runSome());
    await new Promise<void>((resolve) => afterRejectionReports(resolve));
    if (lateRejections() !== before) for (const query of ran) query.begin();
    for (const query of ran) query.settle();
  }

  private beginUntil(endsAt: number, begun: Ready[]): void {
    let begunAt = performance.now();
    do {
      const query = this.waiting.next();
      if (query === null) return;
      begun.push(query);
      query.begin();
      const endedAt = performance.now();
      this.waiting.took(endedAt - begunAt);
      begunAt = endedAt;
    } while (begunAt < endsAt);
  }
}
