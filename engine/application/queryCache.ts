// Results of queries, by function and arguments, for as long as nothing that the query read has been written. Shared by
// clients and by the queries that actions run.
import type { Database } from "../database/database";
import type { ReadSet } from "../database/readSet";
import type { Transaction } from "../database/transaction";
import type { Deployment, RegisteredFunction } from "./deployment";

interface Entry {
  text: string;
  reads: ReadSet;
  /** The commit at which the result was last known to hold. */
  holdsAt: bigint;
}

const maxBytes = 32 * 1024 * 1024;
const maxEntryBytes = 256 * 1024;
const maxRangesOfEntry = 512;

export class QueryCache {
  private entries = new Map<string, Entry>();
  private bytes = 0;
  /** Results are of the code and the environment variables that made them: a change of either makes a new deployment. */
  private deployment: Deployment | null = null;

  constructor(private readonly database: Database) {}

  find(deployment: Deployment, key: string): string | null {
    const entry = deployment === this.deployment ? this.entries.get(key) : undefined;
    if (entry === undefined) return null;
    const { committedTs, writeLog } = this.database;
    if (entry.holdsAt === committedTs) return entry.text;
    if (writeLog.changedSince(entry.holdsAt, entry.reads)) {
      this.drop(key, entry);
      return null;
    }
    entry.holdsAt = committedTs;
    // Moves to the end, so that what is not asked for comes to stand at the front.
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.text;
  }

  /** `ts` is that of the snapshot the query ran on. */
  keep(deployment: Deployment, key: string, text: string, transaction: Transaction, ts: bigint): void {
    const { reads, dependsOnMoreThanReads } = transaction;
    if (dependsOnMoreThanReads || reads.size > maxRangesOfEntry || text.length + key.length > maxEntryBytes) return;
    // What an action that began before the change asks is not worth keeping: it would drive out what others ask.
    if (deployment !== this.deployment) return;
    const old = this.entries.get(key);
    if (old !== undefined) this.drop(key, old);
    this.entries.set(key, { text, reads, holdsAt: ts });
    this.bytes += sizeOfEntry(key, text, reads);
    this.makeRoom();
  }

  /** From now on only results of this one are kept. */
  startOver(deployment: Deployment): void {
    this.deployment = deployment;
    this.entries = new Map();
    this.bytes = 0;
  }

  private makeRoom(): void {
    for (const [key, entry] of this.entries) {
      if (this.bytes <= maxBytes) return;
      this.drop(key, entry);
    }
  }

  private drop(key: string, entry: Entry): void {
    this.entries.delete(key);
    this.bytes -= sizeOfEntry(key, entry.text, entry.reads);
  }
}

export function cacheKey(callee: RegisteredFunction, args: string): string {
  return `${callee.displayName} ${args}`;
}

function sizeOfEntry(key: string, text: string, reads: ReadSet): number {
  return 2 * (key.length + text.length) + 200 * reads.size;
}
