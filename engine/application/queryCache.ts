// Results of queries, by function, arguments and page end, for as long as nothing that the query read has been written.
// Shared by subscribers, by single requests and by the queries that actions run. What looked at its caller is for callers
// of the same identity only; what looked at the clock or at randomness is not kept.
import { identityOf, type Caller } from "./contract";
import type { Deployment, RegisteredFunction } from "./deployment";
import type { RanQuery } from "./ranQuery";

const maxBytes = 32 * 1024 * 1024;
const maxEntryBytes = 256 * 1024;
const maxRangesOfEntry = 512;

export class QueryCache {
  private entries = new Map<string, RanQuery>();
  private bytes = 0;
  /** Results are of the code and the environment variables that made them: a change of either makes a new deployment. */
  private deployment: Deployment | null = null;

  /** What holds now. */
  find(deployment: Deployment, key: string, caller: Caller): RanQuery | null {
    if (deployment !== this.deployment) return null;
    return this.valid(key) ?? this.valid(keyForCaller(key, caller));
  }

  keep(deployment: Deployment, queryKey: string, caller: Caller, ran: RanQuery): void {
    if (!isWorthKeeping(ran, queryKey)) return;
    // What an action that began before the change asks is not worth keeping: it would drive out what others ask.
    if (deployment !== this.deployment) return;
    const key = ran.lookedAtCaller ? keyForCaller(queryKey, caller) : queryKey;
    this.drop(key);
    this.entries.set(key, ran);
    this.bytes += sizeOfEntry(key, ran);
    this.makeRoom();
  }

  /** From now on only results of this one are kept. */
  startOver(deployment: Deployment): void {
    this.deployment = deployment;
    this.entries = new Map();
    this.bytes = 0;
  }

  private valid(key: string): RanQuery | null {
    const ran = this.entries.get(key);
    if (ran === undefined) return null;
    if (!ran.freshness.holdsNow()) {
      this.drop(key);
      return null;
    }
    // Moves to the end, so that what is not asked for comes to stand at the front.
    this.entries.delete(key);
    this.entries.set(key, ran);
    return ran;
  }

  private makeRoom(): void {
    for (const key of this.entries.keys()) {
      if (this.bytes <= maxBytes) return;
      this.drop(key);
    }
  }

  private drop(key: string): void {
    const ran = this.entries.get(key);
    if (ran === undefined) return;
    this.entries.delete(key);
    this.bytes -= sizeOfEntry(key, ran);
  }
}

function isWorthKeeping(ran: RanQuery, key: string): boolean {
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

function sizeOfEntry(key: string, { text, freshness }: RanQuery): number {
  return 2 * (key.length + (text?.length ?? 0)) + 200 * freshness.reads.size;
}
