// Results of queries by function, arguments and page end. A result is kept until something that the query read is
// written. Subscribers, single requests and the queries of actions share the results. A result that depends on the
// caller is only for callers with the same identity. A result that depends on the clock or on randomness is not kept.
import { memoryLimits } from "../../memoryLimits";
import { identityOf, type Caller } from "../contract";
import type { Deployment, RegisteredFunction } from "../deployment/deployment";
import type { CompletedQuery } from "./completedQuery";

/** The parts of a query's run that decide whether and how long its result is kept. */
type Kept = Pick<CompletedQuery, "text" | "readsCaller" | "isNondeterministic" | "logLines"> & {
  freshness: { reads: { size: number }; isValidNow(): boolean };
};

const maxBytes = memoryLimits.queryResults;
const maxEntryBytes = 256 * 1024;
const maxRangesOfEntry = 512;
/** The size of the objects in addition to the texts, as heap snapshots show it. */
const bytesOfEntry = 600;
const bytesOfRange = 300;

interface Entry<Ran> {
  ran: Ran;
  /** Whether the result was asked for since it was last put at the end of the list. */
  wasAsked: boolean;
}

export class QueryCache<Ran extends Kept = CompletedQuery> {
  private entries = new Map<string, Entry<Ran>>();
  private bytes = 0;
  /** Results depend on the code and the environment variables. A change of either makes a new deployment. */
  private deployment: Deployment | null = null;

  /** Returns a cached result that is still valid, or null. */
  find(deployment: Deployment, key: string, caller: Caller): Ran | null {
    if (deployment !== this.deployment) return null;
    return this.valid(key) ?? this.valid(keyForCaller(key, caller));
  }

  keep(deployment: Deployment, queryKey: string, caller: Caller, ran: Ran): void {
    if (!isWorthKeeping(ran, queryKey)) return;
    // An action that began before the change may still ask with the old deployment. Its results would displace those
    // that others ask for.
    if (deployment !== this.deployment) return;
    const key = ran.readsCaller ? keyForCaller(queryKey, caller) : queryKey;
    this.drop(key);
    this.entries.set(key, { ran, wasAsked: false });
    this.bytes += sizeOfEntry(key, ran);
    this.makeRoom();
  }

  /** Empties the cache. From now on, it keeps only results of this deployment. */
  startOver(deployment: Deployment): void {
    this.deployment = deployment;
    this.entries = new Map();
    this.bytes = 0;
  }

  private valid(key: string): Ran | null {
    const entry = this.entries.get(key);
    if (entry === undefined) return null;
    if (!entry.ran.freshness.isValidNow()) {
      this.drop(key);
      return null;
    }
    entry.wasAsked = true;
    return entry.ran;
  }

  /**
   * Removes results from the front of the list until there is room. A result that was asked for in the meantime moves
   * to the end instead. Asking itself moves nothing.
   */
  private makeRoom(): void {
    for (const [key, { ran, wasAsked }] of this.entries) {
      if (this.bytes <= maxBytes) return;
      this.drop(key);
      if (!wasAsked) continue;
      this.entries.set(key, { ran, wasAsked: false });
      this.bytes += sizeOfEntry(key, ran);
    }
  }

  private drop(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.bytes -= sizeOfEntry(key, entry.ran);
  }
}

function isWorthKeeping(ran: Kept, key: string): boolean {
  // A failure may come from a lack of time or memory, and the next run may succeed.
  if (ran.text === null || ran.isNondeterministic || ran.logLines.length > 0) return false;
  return ran.freshness.reads.size <= maxRangesOfEntry && ran.text.length + key.length <= maxEntryBytes;
}

export function cacheKey(callee: RegisteredFunction, args: string, endCursor: string | null): string {
  return `${callee.component.path} ${callee.displayName} ${args} ${endCursor ?? ""}`;
}

/** The text of arguments never ends with a line break, so the two kinds of keys cannot be equal. */
export function keyForCaller(key: string, caller: Caller): string {
  return `${key}\n${JSON.stringify(identityOf(caller))}`;
}

function sizeOfEntry(key: string, { text, freshness }: Kept): number {
  return bytesOfEntry + bytesOfRange * freshness.reads.size + 2 * (key.length + (text?.length ?? 0));
}
