// Wakes actions that wait for another result of a query. Before it wakes anybody, the engine runs the query again, once
// for all that wait for it. An action whose result is still the same continues to wait. The others are woken a few at a
// time, those that have waited longest first, because what the first one does often settles the matter: when sixteen
// runners wait for a job, the first takes it, and the others need not wake.
import type { WatchableResult } from "../syscalls/scope";

/** The parts of a query's run that waiting needs. */
interface Ran {
  readonly fingerprint: string;
  readonly freshness: WatchableResult;
}

type RunAgain = () => Ran | Promise<Ran>;

interface Waiting {
  readonly fingerprint: string;
  readonly ask: RunAgain;
  readonly wake: () => void;
  /** Stops watching the result that is known now. */
  unwatch: () => void;
}

/** The time for the actions woken first to settle the matter. Then twice as many are woken. */
const pauseMs = 3;

export class WaitingActions {
  /** By the query, its arguments and its caller. Only queries with actions that may have to wake are here. */
  private readonly groups = new Map<string, Group>();

  /**
   * Returns what an action can wait for that has read this result. `ask` runs the same query again. `keyOf` is only
   * called when the action waits, because most never do. Only actions of the same caller may have the same key.
   */
  after(keyOf: () => string, ran: Ran, ask: RunAgain): WatchableResult {
    return new LastResult(ran, (fingerprint, freshness, wake) => {
      const key = keyOf();
      const waiting: Waiting = { fingerprint, ask, wake, unwatch: () => undefined };
      this.watch(key, waiting, freshness);
      return () => this.stop(key, waiting);
    });
  }

  private watch(key: string, waiting: Waiting, freshness: WatchableResult): void {
    waiting.unwatch = freshness.watch(() => this.groupOf(key).add(waiting));
  }

  private stop(key: string, waiting: Waiting): void {
    waiting.unwatch();
    this.groups.get(key)?.remove(waiting);
  }

  private groupOf(key: string): Group {
    let group = this.groups.get(key);
    if (group === undefined) {
      group = new Group(
        (waiting, freshness) => this.watch(key, waiting, freshness),
        () => this.groups.delete(key),
      );
      this.groups.set(key, group);
    }
    return group;
  }
}

type Begin = (fingerprint: string, freshness: WatchableResult, wake: () => void) => () => void;

/** A waiting action holds the fingerprint of its last result, and not the result itself. */
class LastResult implements WatchableResult {
  private known: { fingerprint: string; freshness: WatchableResult } | null = null;

  constructor(
    private ran: Ran | null,
    private readonly begin: Begin,
  ) {}

  watch(onChange: () => void): () => void {
    if (this.ran !== null) this.known = { fingerprint: this.ran.fingerprint, freshness: this.ran.freshness };
    this.ran = null;
    return this.known === null ? () => undefined : this.begin(this.known.fingerprint, this.known.freshness, onChange);
  }
}

/** The actions that wait for the same query, and whose results may be out of date. */
class Group {
  private readonly members = new Set<Waiting>();
  private wokenAtOnce = 1;
  private isLooking = false;

  constructor(
    private readonly watch: (waiting: Waiting, freshness: WatchableResult) => void,
    private readonly end: () => void,
  ) {}

  add(waiting: Waiting): void {
    this.members.add(waiting);
    if (this.isLooking) return;
    this.isLooking = true;
    setImmediate(() => void this.look());
  }

  remove(waiting: Waiting): void {
    this.members.delete(waiting);
  }

  private async look(): Promise<void> {
    const [first] = this.members;
    if (first === undefined) return this.end();
    const ran = await ranOrNull(first.ask);
    this.wakeSome(ran);
    if (this.members.size === 0) return this.end();
    this.wokenAtOnce *= 2;
    setTimeout(() => void this.look(), pauseMs);
  }

  private wakeSome(ran: Ran | null): void {
    let woken = 0;
    // An action that watches a result which is out of date already becomes a member again at once.
    const members = [...this.members];
    for (const waiting of members) {
      const isSame = ran !== null && ran.fingerprint === waiting.fingerprint;
      if (!isSame && woken++ >= this.wokenAtOnce) continue;
      this.members.delete(waiting);
      if (isSame) this.watch(waiting, ran.freshness);
      else waiting.wake();
    }
  }
}

/** If the engine could not run the query, the action asks for itself and gets the error. */
async function ranOrNull(ask: RunAgain): Promise<Ran | null> {
  try {
    return await ask();
  } catch {
    return null;
  }
}
