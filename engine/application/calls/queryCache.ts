// Results of queries, by function, arguments and page end, for as long as nothing that the query read has been written.
// Shared by subscribers, by single requests and by the queries that actions run. What looked at its caller is for
// callers of the same identity only; what looked at the clock or at randomness is not kept.
import { identityOf, type Caller } from "../contract";
import type { Deployment, RegisteredFunction } from "../deployment/deployment";
import type { RanQuery } from "./ranQuery";

/** What of a query's run decides whether and for how long it is kept. */
type Kept = Pick<RanQuery, "text" | "lookedAtCaller" | "isOfItsMoment" | "logLines"> & {
  freshness: { reads: { size: number }; holdsNow(): boolean };
};

const maxBytes = 32 * 1024 * 1024;
const maxEntryBytes = 256 * 1024;
const maxRangesOfEntry = 512;
/** What objects take beside the texts, as heap snapshots show it. */
const bytesOfEntry = 600;
const bytesOfRange = 300;

interface Entry<Ran> {
  ran: Ran;
  /** Since it last stood at the front, or came. */
  wasAsked: boolean;
}

export class QueryCache<Ran extends Kept = RanQuery> {
  private entries = new Map<string, Entry<Ran>>();
  private bytes = 0;
  /**
   * Results are of the code and the environment variables that made them: a change of either makes a new deployment.
   */
  private deployment: Deployment | null = null;

  /** What holds now. */
  find(deployment: Deployment, key: string, caller: Caller): Ran | null {
    if (deployment !== this.deployment) return null;
    return this.valid(key) ?? this.valid(keyForCaller(key, caller));
  }

  keep(deployment: Deployment, queryKey: string, caller: Caller, ran: Ran): void {
    if (!isWorthKeeping(ran, queryKey)) return;
    // What an action that began before the change asks is not worth keeping: it would drive out what others ask.
    if (deployment !== this.deployment) return;
    const key = ran.lookedAtCaller ? keyForCaller(queryKey, caller) : queryKey;
    this.drop(key);
    this.entries.set(key, { ran, wasAsked: false });
    this.bytes += sizeOfEntry(key, ran);
    this.makeRoom();
  }

  /** From now on only results of this one are kept. */
  startOver(deployment: Deployment): void {
    this.deployment = deployment;
    this.entries = new Map();
    this.bytes = 0;
  }

  private valid(key: string): Ran | null {
    const entry = this.entries.get(key);
    if (entry === undefined) return null;
    if (!entry.ran.freshness.holdsNow()) {
      this.drop(key);
      return null;
    }
    entry.wasAsked = true;
    return entry.ran;
  }

  /** What was asked for since it came to stand at the front goes to the end once more: asking itself moves nothing. */
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
  // A failure may be one of time or memory, which the next run need not meet.
  if (ran.text === null || ran.isOfItsMoment || ran.logLines.length > 0) return false;
  return ran.freshness.reads.size <= maxRangesOfEntry && ran.text.length + key.length <= maxEntryBytes;
}

export function cacheKey(callee: RegisteredFunction, args: string, endCursor: string | null): string {
  return `${callee.component.path} ${callee.displayName} ${args} ${endCursor ?? ""}`;
}

/** No text of arguments ends in a line break. */
export function keyForCaller(key: string, caller: Caller): string {
  return `${key}\n${JSON.stringify(identityOf(caller))}`;
}

function sizeOfEntry(key: string, { text, freshness }: Kept): number {
  return bytesOfEntry + bytesOfRange * freshness.reads.size + 2 * (key.length + (text?.length ?? 0));
}
